import Foundation
import HostClock
import HostStorage
import TodayProtocol

/// The state of all widgets' unseen updates, as a pure value; only one of them runs at a time, so that the machine
/// remains free for work that a person waits for.
struct UnseenUpdates: Sendable {
    /// Largest number of updates of a widget in a day; 0 for none.
    let limit: Int
    /// The language of widgets that nobody has seen yet.
    let language: String
    /// The time zone in which days begin.
    var zone: TimeZone
    var usage = ScreenUsage()
    /// Time until which no update begins because the battery is low.
    var pausedUntil: Date?
    /// The widget whose update is running, and its budget before the update.
    private(set) var running: (widget: WidgetID, budget: UnseenUpdateBudget)?
    private var budgets: [WidgetID: UnseenUpdateBudget] = [:]
    /// The failed updates since the host started, which take nothing from ``budgets``.
    private var failures: [WidgetID: UnseenUpdateBudget] = [:]
    private var saved: [WidgetID: StoredUnseenUpdates] = [:]

    init(limit: Int, language: String, zone: TimeZone) {
        self.limit = limit
        self.language = language
        self.zone = zone
    }

    /// Returns the earliest time from `date` on at which a widget may be updated; `nil` if it may not be updated at
    /// all.
    ///
    /// A change after a failure is acted on as if the failure had not been, but failed updates are limited as well.
    /// `changes` are the times of the first and the last change that its content does not show, and `retryDate` is the
    /// end of the back-off if its last update failed.
    func earliest(
        of widget: WidgetID,
        from date: Date,
        afterChanges changes: ClosedRange<Date>? = nil,
        retryDate: Date? = nil
    ) -> Date? {
        let budget = budgets[widget, default: .init()]
        func earliest(from date: Date) -> Date? {
            budget.earliest(from: date, afterChanges: changes, limit: limit, openings: usage.openings, zone: zone)
                .map { max($0, pausedUntil ?? $0) }
        }
        guard let retryDate else { return earliest(from: date) }
        let failed = failures[widget, default: .init()]
        var newChange = changes?.upperBound
        if let change = newChange, let last = failed.last, change < last { newChange = nil }
        let start = newChange == nil ? max(date, retryDate) : date
        let limited = failed.earliestAfterFailures(
            from: start,
            lastChange: newChange,
            limit: limit,
            openings: usage.openings,
            zone: zone
        )
        return earliest(from: start).map { max($0, limited) }
    }

    /// Returns the number of a widget's updates that began on the day of a time.
    func used(by widget: WidgetID, on date: Date) -> Int {
        budgets[widget]?.used(on: ClockDay(of: date, in: zone).day) ?? 0
    }

    mutating func begin(_ widget: WidgetID, at now: Date) {
        let budget = budgets[widget, default: .init()]
        running = (widget, budget)
        budgets[widget, default: .init()].spend(at: now, in: zone)
    }

    /// Ends a widget's running update if it is an unseen one, which counts if it is done, or among the failures if it
    /// failed; a cancelled one does not count, because it runs again.
    mutating func end(_ widget: WidgetID, _ end: WidgetStateMachine.StepEnd) {
        guard let running, running.widget == widget else { return }
        if end == .failed, let start = budgets[widget]?.last {
            failures[widget, default: .init()].spend(at: start, in: zone)
        }
        if end != .done { budgets[widget] = running.budget }
        self.running = nil
    }

    mutating func clockDidChange(zone: TimeZone) {
        self.zone = zone
        // It may be far in the future after the clock was set back.
        pausedUntil = nil
    }

    /// Restores the state that an earlier run stored for a widget.
    mutating func restore(_ stored: StoredUnseenUpdates) {
        saved[stored.widget] = stored
        budgets[stored.widget] = UnseenUpdateBudget(day: CivilDay(stored.day), used: stored.used, last: stored.last)
    }

    mutating func forget(_ widget: WidgetID) {
        budgets[widget] = nil
        failures[widget] = nil
        saved[widget] = nil
    }

    /// Returns the state to store for a widget; `nil` if it is stored already.
    mutating func takeChange(of widget: WidgetID) -> StoredUnseenUpdates? {
        guard let budget = budgets[widget] else { return nil }
        let record = StoredUnseenUpdates(
            widget: widget,
            day: budget.day?.description ?? "",
            used: budget.day.map(budget.used) ?? 0,
            last: budget.last
        )
        guard saved[widget] != record else { return nil }
        saved[widget] = record
        return record
    }
}
