package import Foundation
package import TodayProtocol

/// What the screen has of one widget in one language: the last snapshot, and why it is not the newest.
///
/// A pure value. Content never replaces content with a later stamp.
package struct WidgetSlot: Hashable, Sendable {
    /// What became of an answer.
    package enum Effect: Hashable, Sendable {
        /// The snapshot is to be kept.
        case keep(Snapshot)
        /// Another answer is wanted, since there is nothing to show.
        case askAgain
        /// Nothing but how fresh the content is changed.
        case note
        /// Content that a later one had overtaken is dropped.
        case drop
    }

    /// How often in a row no answer was of use.
    package private(set) var failures = 0
    /// The last good content.
    package private(set) var snapshot: Snapshot?
    /// Why the content is not the newest, as a sentence for the person.
    package private(set) var problem: String?
    /// When the last failure was.
    package private(set) var failureDate: Date?
    /// When this changed last, for the surfaces.
    package var revision: Revision
    private var saidNoData = false

    /// Begins with what was kept.
    package init(snapshot: Snapshot? = nil, revision: Revision) {
        self.snapshot = snapshot
        self.revision = revision
    }

    /// Takes new content.
    package mutating func receive(_ content: WidgetContent, stamp: Revision, now: Date) -> Effect {
        if let snapshot, snapshot.stamp > stamp { return .drop }
        let new = Snapshot(content: content, stamp: stamp, date: now)
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
        guard saidNoData else {
            saidNoData = true
            return .askAgain
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
        saidNoData = false
    }
}
