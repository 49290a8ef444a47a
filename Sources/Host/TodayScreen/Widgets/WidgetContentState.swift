package import AdaptiveCards
package import Foundation
package import TodayProtocol

/// What the screen has of one widget in one language: the last snapshot, and why it is not the newest.
///
/// A pure value. Content never replaces content with a later stamp.
package struct WidgetContentState: Hashable, Sendable {
    /// What became of an answer.
    package enum Effect: Hashable, Sendable {
        /// The snapshot is to be kept.
        case keep(WidgetSnapshot)
        /// Another answer is wanted, since there is nothing to show.
        case requestAgain
        /// Nothing but how fresh the content is changed.
        case note
        /// Content that a later one had overtaken is dropped.
        case drop
    }

    /// How often in a row no answer was of use.
    package private(set) var failures = 0
    /// The last good content.
    package private(set) var snapshot: WidgetSnapshot?
    /// Why the content is not the newest, as a sentence for the person.
    package private(set) var problem: String?
    /// When the last failure was.
    package private(set) var failureDate: Date?
    /// When this changed last, for the surfaces.
    package var revision: Revision
    private var hasReportedNoData = false

    /// Begins with what was kept.
    package init(snapshot: WidgetSnapshot? = nil, revision: Revision) {
        self.snapshot = snapshot
        self.revision = revision
    }

    /// Takes new content.
    package mutating func receive(_ content: WidgetContent, stamp: Revision, now: Date) -> Effect {
        if let snapshot, snapshot.stamp > stamp { return .drop }
        let new = WidgetSnapshot(content: content, stamp: stamp, date: now)
        snapshot = new
        succeed()
        return .keep(new)
    }

    /// Takes the answer that there is no new data.
    ///
    /// A snapshot is then as good as new. Without one the widget is asked again, once; then it counts as failed.
    package mutating func receiveNoData(now: Date) -> Effect {
        if snapshot != nil {
            succeed()
            return .note
        }
        guard hasReportedNoData else {
            hasReportedNoData = true
            return .requestAgain
        }
        return fail("It has nothing to show.", now: now)
    }

    /// Takes a failure; the snapshot stays.
    @discardableResult
    package mutating func fail(_ reason: String, now: Date) -> Effect {
        problem = reason
        failures += 1
        failureDate = now
        return .note
    }

    /// How fresh the content is.
    package var freshness: Freshness {
        switch (snapshot, problem) {
        case (let snapshot?, let problem?): .stale(reason: problem, since: snapshot.date)
        case (.some, nil): .fresh
        case (nil, let problem?): .failed(reason: problem)
        case (nil, nil): .placeholder
        }
    }

    /// When the widget is to be asked again by itself: at its refresh time, or after a failure with growing delays from
    /// 15 seconds to 15 minutes.
    package var refreshDate: Date? {
        guard let failureDate else { return snapshot?.refreshDate }
        let delay = min(900, 15 * Double(1 << min(failures - 1, 10)))
        return failureDate.addingTimeInterval(delay)
    }

    private mutating func succeed() {
        problem = nil
        failures = 0
        failureDate = nil
        hasReportedNoData = false
    }
}

/// A widget's last good content in one language.
package struct WidgetSnapshot: Codable, Hashable, Sendable {
    /// The content.
    package var content: WidgetContent
    /// The newest commit that the content shows: the one that stood when its update started.
    package var stamp: Revision
    /// When it came.
    package var date: Date

    /// Keeps content.
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

    /// When the widget wants to be asked again, if at a time.
    ///
    /// `nextDay` is none: the day's change asks every widget.
    package var refreshDate: Date? {
        switch content.refresh {
        case .after(let seconds): date.addingTimeInterval(max(15, seconds))
        case .at(let time): time
        case .nextDay, nil: nil
        }
    }
}
