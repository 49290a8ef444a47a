import Foundation
import HostClock
import HostStorage
import TodayProtocol

/// What the screen knows of the updates that run while nobody watches, for all widgets.
///
/// A pure value. One of them runs at a time, so that they leave the machine to what a person waits for.
struct UnseenUpdates: Sendable {
    /// How many updates of a widget may run in a day; 0 for none.
    let limit: Int
    /// The language of widgets that nobody has seen yet.
    let language: String
    /// The zone of the days.
    var zone: TimeZone
    var usage = ScreenUsage()
    /// Until when none begins, since the battery is low.
    var pausedUntil: Date?
    /// The widget whose update runs, and its budget before it.
    private(set) var running: (widget: WidgetID, budget: UnseenUpdateBudget)?
    private var budgets: [WidgetID: UnseenUpdateBudget] = [:]
    private var saved: [WidgetID: StoredUnseenUpdates] = [:]

    init(limit: Int, language: String, zone: TimeZone) {
        self.limit = limit
        self.language = language
        self.zone = zone
    }

    /// The earliest time, not before a certain one, at which a widget may be updated; `nil` if it may not at all.
    ///
    /// `changes` is when something changed first and last that the update is to show.
    func earliest(of widget: WidgetID, from date: Date, afterChanges changes: ClosedRange<Date>? = nil) -> Date? {
        let earliest = budgets[widget, default: .init()]
            .earliest(from: date, afterChanges: changes, limit: limit, openings: usage.openings, zone: zone)
        return earliest.map { max($0, pausedUntil ?? $0) }
    }

    /// How many updates of a widget have begun on the day of a time.
    func used(by widget: WidgetID, on date: Date) -> Int {
        budgets[widget]?.used(on: ClockDay(of: date, in: zone).day) ?? 0
    }

    /// Begins an update, and counts it.
    mutating func begin(_ widget: WidgetID, at now: Date) {
        let budget = budgets[widget, default: .init()]
        running = (widget, budget)
        budgets[widget, default: .init()].spend(at: now, in: zone)
    }

    /// Ends a widget's running update, if it is one that nobody watches.
    ///
    /// - Parameters:
    ///   - widget: The widget.
    ///   - isCounted: Whether it counts; one that was cancelled does not, since it runs again, and neither does a first
    ///     failure.
    mutating func end(_ widget: WidgetID, isCounted: Bool) {
        guard let running, running.widget == widget else { return }
        if !isCounted { budgets[widget] = running.budget }
        self.running = nil
    }

    /// Takes note that a new day has begun, or that the clock was set.
    mutating func clockDidChange(zone: TimeZone) {
        self.zone = zone
        // It may be far in the future now.
        pausedUntil = nil
    }

    /// Restores what an earlier run stored of a widget.
    mutating func restore(_ stored: StoredUnseenUpdates) {
        saved[stored.widget] = stored
        budgets[stored.widget] = UnseenUpdateBudget(day: CivilDay(stored.day), used: stored.used, last: stored.last)
    }

    /// Forgets a widget that is no longer installed.
    mutating func forget(_ widget: WidgetID) {
        budgets[widget] = nil
        saved[widget] = nil
    }

    /// What to store of a widget, if it differs from what is stored.
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
