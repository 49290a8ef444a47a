package import AdaptiveCards
package import Foundation
package import TodayProtocol

/// One widget's content in one language: the last snapshot, and why it is not up to date.
///
/// A pure value. Content never replaces content with a later stamp.
package struct WidgetContentState: Hashable, Sendable {
    /// What the screen must do after an update.
    package enum Effect: Hashable, Sendable {
        /// Save the snapshot.
        case save(WidgetSnapshot)
        /// Ask the widget again, since there is nothing to show.
        case requestAgain
        /// Show how fresh the content is; the content is the same.
        case refreshStatus
        /// Nothing: the content was older than the snapshot and was discarded.
        case discard
    }

    /// How often a widget is updated while nobody watches whose content does not say when, in seconds.
    package static let period: TimeInterval = 3600

    /// Why updates fail.
    package struct Problem: Hashable, Sendable {
        /// Why the last one failed, as a sentence for the person.
        package var sentence: String
        /// Whether the widget itself says so; otherwise it could not be asked, or its answer could not be shown.
        package var isOfWidget: Bool
        /// When the first of them failed.
        package var since: Date
        /// When the last one began in which the widget was asked; `nil` if none was.
        package var attempt: Date?
    }

    /// How many updates have failed in a row.
    package private(set) var failures = 0
    /// The last good content.
    package private(set) var snapshot: WidgetSnapshot?
    /// The mistakes in the last answer, or if it had neither content nor mistakes, in the last good content, as far as they
    /// were found in this run of the host.
    package var mistakes: [CardWarning] { answerMistakes.isEmpty ? contentMistakes : answerMistakes }
    /// What the widget wants to be shown until it has content; `nil` for the card of its bundle.
    package private(set) var placeholder: WidgetContent?
    /// Why the last update failed; `nil` if it did not.
    package private(set) var problem: Problem?
    /// When the widget is updated again after a failure; `nil` if the last update did not fail.
    private var retryDate: Date?
    /// When this changed last, for surfaces.
    package var revision: Revision
    private var hasReportedNoData = false
    private var contentMistakes: [CardWarning] = []
    /// The mistakes in the last answer, if it had no content.
    private var answerMistakes: [CardWarning] = []
    /// When the widget last answered that its content is good.
    private var checkDate: Date?

    /// Makes a state, with a snapshot of an earlier run if there is one.
    package init(snapshot: WidgetSnapshot? = nil, revision: Revision) {
        self.snapshot = snapshot
        self.revision = revision
        checkDate = snapshot?.date
    }

    /// Receives new content.
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

    /// Receives what to show until there is content.
    package mutating func receivePlaceholder(_ content: WidgetContent) -> Effect {
        guard snapshot == nil, placeholder != content else { return .discard }
        placeholder = content
        return .refreshStatus
    }

    /// Receives the answer that there is no new data.
    ///
    /// A snapshot then counts as fresh. Without one the widget is asked again once, and after that counts as failed.
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
        return fail("It has nothing to show.", isOfWidget: true, now: now)
    }

    /// Records a failure; the snapshot stays.
    ///
    /// - Parameters:
    ///   - reason: A sentence for the person.
    ///   - retryAfter: When the widget can be asked again, if it could not be asked at all: such a failure does not make
    ///     the delay after the next one longer.
    ///   - isOfWidget: Whether the widget itself says so.
    ///   - attempt: When the update began; `nil` if it was none.
    ///   - now: The time of the failure.
    /// - Returns: What the screen must do.
    @discardableResult
    package mutating func fail(
        _ reason: String,
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

    /// How fresh the content is.
    package var freshness: Freshness {
        switch (snapshot, problem) {
        case (let snapshot?, let problem?): .stale(reason: problem.sentence, since: snapshot.date)
        case (.some, nil): .fresh
        case (nil, let problem?): .failed(reason: problem.sentence)
        case (nil, nil): .placeholder
        }
    }

    /// When the widget is updated by itself: at its refresh time, after a failure with a back-off from 15 seconds to 15
    /// minutes, or when its process may be started again.
    package var refreshDate: Date? { retryDate ?? snapshot?.refreshDate }

    /// When the widget is updated by itself while nobody watches: also ``period`` after its last answer, if its content does
    /// not say when.
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
    /// The newest commit that the content shows: the store's revision when its update started.
    package var stamp: Revision
    /// When it was received.
    package var date: Date

    /// Makes a snapshot.
    package init(content: WidgetContent, stamp: Revision, date: Date) {
        self.content = content
        self.stamp = stamp
        self.date = date
    }

    /// The cards to show at a time: the content's own, or those of its last entry that is due.
    package func cards(at now: Date) -> (compact: Card, expanded: Card?) {
        let due = (content.entries ?? []).filter { $0.date <= now }.max { $0.date < $1.date }
        guard let due else { return (content.compact, content.expanded) }
        return (due.compact, due.expanded)
    }

    /// When the next entry takes its place.
    package func nextEntry(after now: Date) -> Date? {
        (content.entries ?? []).lazy.map(\.date).filter { $0 > now }.min()
    }

    /// When the widget wants to be updated, if at a certain time.
    ///
    /// `nil` for `nextDay`, since every widget is updated when the day changes.
    package var refreshDate: Date? {
        switch content.refresh {
        case .after(let seconds): date.addingTimeInterval(max(15, seconds))
        // A time that has passed counts as the shortest wait, so that the widget is not asked without end.
        case .at(let time): time > date ? time : date.addingTimeInterval(15)
        case .nextDay, nil: nil
        }
    }
}
