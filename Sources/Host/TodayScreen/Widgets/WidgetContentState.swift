package import AdaptiveCards
package import Foundation
package import HostModel
package import TodayProtocol

/// The content of one widget in one language, as a pure value: its last snapshot, and the reason if that is not up to
/// date.
package struct WidgetContentState: Hashable, Sendable {
    /// The work that an update leaves to the screen.
    package enum Effect: Hashable, Sendable {
        case save(WidgetSnapshot)
        /// Ask the widget again because there is nothing to show.
        case requestAgain
        /// Show the new freshness of unchanged content.
        case refreshStatus
        /// Nothing: the content is older than the snapshot and was discarded.
        case discard
    }

    /// Interval between unseen updates of a widget whose content has no refresh time, in seconds.
    package static let period: TimeInterval = 3600

    package struct Problem: Hashable, Sendable {
        /// The reason for the last failure, as a sentence for the person.
        package var sentence: LocalizableText
        /// `true` if the widget reported the failure itself; otherwise it could not be asked, or its answer could not
        /// be shown.
        package var isOfWidget: Bool
        /// Time of the first failure.
        package var since: Date
        /// Start of the last failed update that reached the widget; `nil` if none did.
        package var attempt: Date?
        /// `false` if the widget answered that it has nothing to show.
        package var isFailure = true
    }

    /// Number of consecutive failed updates.
    package private(set) var failures = 0
    package private(set) var snapshot: WidgetSnapshot?
    /// The mistakes in the last answer or, if that had neither content nor mistakes, in the last good content; mistakes
    /// that an earlier run of the host found are not known.
    package var mistakes: [CardWarning] { answerMistakes.isEmpty ? contentMistakes : answerMistakes }
    /// Content that the widget sent to be shown until it has content; `nil` for the card of its bundle.
    package private(set) var placeholder: WidgetContent?
    /// The failure of the last update; `nil` if it succeeded.
    package private(set) var problem: Problem?
    /// Time of the retry after a failure; `nil` if the last update succeeded.
    private var retryDate: Date?
    /// Revision of the last change to this state.
    package var revision: Revision
    private var hasReportedNoData = false
    private var contentMistakes: [CardWarning] = []
    /// The mistakes in the last answer, if that had no content.
    private var answerMistakes: [CardWarning] = []
    /// Time at which the widget last confirmed or replaced its content.
    private var checkDate: Date?

    /// Creates a state, with the snapshot of an earlier run if there is one.
    package init(snapshot: WidgetSnapshot? = nil, revision: Revision) {
        self.snapshot = snapshot
        self.revision = revision
        checkDate = snapshot?.date
    }

    package mutating func receive(
        _ content: WidgetContent,
        mistakes: [CardWarning] = [],
        stamp: Revision,
        now: Date
    ) -> Effect {
        if let snapshot, snapshot.stamp > stamp { return .discard }
        (contentMistakes, answerMistakes) = (mistakes, [])
        let new = WidgetSnapshot(content: content, stamp: stamp, date: now)
        snapshot = new
        placeholder = nil
        succeed(now)
        return .save(new)
    }

    /// Receives the content to show until there is content of the widget.
    package mutating func receivePlaceholder(_ content: WidgetContent) -> Effect {
        guard snapshot == nil, placeholder != content else { return .discard }
        placeholder = content
        return .refreshStatus
    }

    /// Receives the answer that there are no new data; a snapshot then counts as fresh, and without one the widget is
    /// asked once more, before the update counts as failed.
    package mutating func receiveNoData(mistakes: [CardWarning] = [], now: Date) -> Effect {
        answerMistakes = mistakes
        if snapshot != nil {
            succeed(now)
            return .refreshStatus
        }
        guard hasReportedNoData else {
            hasReportedNoData = true
            return .requestAgain
        }
        let effect = fail(.nothingToShow, isOfWidget: true, now: now)
        problem?.isFailure = false
        return effect
    }

    /// Records a failure, with a sentence for the person; the snapshot stays.
    ///
    /// A `retryAfter` says that the widget could not be asked at all, which does not increase the back-off. `attempt`
    /// is the start of the update; `nil` if there was no update.
    @discardableResult
    package mutating func fail(
        _ reason: LocalizableText,
        retryAfter: Duration? = nil,
        isOfWidget: Bool = false,
        attempt: Date? = nil,
        now: Date
    ) -> Effect {
        problem = Problem(
            sentence: reason,
            isOfWidget: isOfWidget,
            since: problem?.since ?? now,
            attempt: retryAfter == nil ? attempt : problem?.attempt
        )
        if let retryAfter {
            retryDate = now.addingTimeInterval(retryAfter / .seconds(1))
        } else {
            retryDate = now.addingTimeInterval(min(900, 15 * Double(1 << min(failures, 10))))
            failures += 1
        }
        return .refreshStatus
    }

    package var freshness: Freshness {
        switch (snapshot, problem) {
        case (let snapshot?, let problem?): .stale(reason: problem.sentence, since: snapshot.date)
        case (.some, nil): .fresh
        case (nil, let problem?): .failed(reason: problem.sentence)
        case (nil, nil): .placeholder
        }
    }

    /// Time of the next automatic update: the refresh time, the retry after a failure with a back-off from 15 seconds
    /// to 15 minutes, or the time at which the process may be started again.
    package var refreshDate: Date? { retryDate ?? snapshot?.refreshDate }

    /// Time of the next automatic update while no page shows the screen: as ``refreshDate``, or ``period`` after the
    /// last answer if the content does not say when to refresh.
    package var unseenRefreshDate: Date? {
        guard refreshDate == nil, let snapshot, snapshot.content.refresh == nil else { return refreshDate }
        return checkDate?.addingTimeInterval(Self.period)
    }

    private mutating func succeed(_ now: Date) {
        checkDate = now
        problem = nil
        failures = 0
        retryDate = nil
        hasReportedNoData = false
    }
}

/// A widget's last good content in one language.
package struct WidgetSnapshot: Codable, Hashable, Sendable {
    package var content: WidgetContent
    /// The store's revision when the snapshot's update started: the content shows all commits up to it.
    package var stamp: Revision
    package var date: Date

    package init(content: WidgetContent, stamp: Revision, date: Date) {
        self.content = content
        self.stamp = stamp
        self.date = date
    }

    /// Returns the cards to show at a time: the content's own, or those of its last timeline entry that is due.
    package func cards(at now: Date) -> (compact: Card, expanded: Card?) {
        let due = (content.entries ?? []).filter { $0.date <= now }.max { $0.date < $1.date }
        guard let due else { return (content.compact, content.expanded) }
        return (due.compact, due.expanded)
    }

    package func nextEntry(after now: Date) -> Date? {
        (content.entries ?? []).lazy.map(\.date).filter { $0 > now }.min()
    }

    /// Time at which the widget asked to be updated; `nil` for `nextDay` too, when every widget is updated.
    package var refreshDate: Date? {
        switch content.refresh {
        case .after(let seconds): date.addingTimeInterval(max(15, seconds))
        // A time in the past counts as the shortest wait, so that the widget is not asked in an endless loop.
        case .at(let time): time > date ? time : date.addingTimeInterval(15)
        case .nextDay, nil: nil
        }
    }
}
