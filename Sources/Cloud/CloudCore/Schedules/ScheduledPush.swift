package import CloudStorage
package import Foundation
import JSON

/// A scheduled push, and how far it has come.
///
/// A value without clocks or store: ``run(at:zones:)`` says what to send, and what to wait for then.
package struct ScheduledPush: Hashable, Sendable, Codable {
    /// A local time is shown first where clocks are 14 hours ahead of UTC, and last where they are 12 behind.
    private static let earliest = -14.0 * 3600
    private static let latest = 12.0 * 3600
    /// Zones differ by quarters of an hour.
    private static let step = 900.0

    /// When it is sent.
    package var plan: SchedulePlan
    /// What is sent.
    package var order: PushSpecification
    /// The time that is sent at or around now, as the plan has it.
    private var current: Date
    /// Up to when zones got a local time.
    private var reached: Date

    /// Plans an order.
    ///
    /// - Returns: None if the plan has no time after the date.
    package init?(plan: SchedulePlan, order: PushSpecification, after date: Date) {
        // A local time is worth waiting for until it has passed everywhere.
        guard let first = plan.time(after: plan.isLocal ? date.addingTimeInterval(-Self.latest) : date) else {
            return nil
        }
        self.plan = plan
        self.order = order
        current = first
        reached = date
    }

    /// Reads the store's form.
    init(text: String) throws { self = try JSONValue(parsing: text).decode() }

    /// The form in which it waits in the store.
    package var text: String { get throws { try JSONValue(encoding: self).jsonText } }

    /// When there is something to do.
    package var next: Date {
        guard plan.isLocal else { return current }
        let start = current.addingTimeInterval(Self.earliest)
        guard reached >= start else { return start }
        let steps = (reached.timeIntervalSince(start) / Self.step).rounded(.down) + 1
        return min(start.addingTimeInterval(steps * Self.step), current.addingTimeInterval(Self.latest))
    }

    /// Does what is due.
    ///
    /// Times that passed while nobody looked are made up for once.
    ///
    /// - Parameters:
    ///   - date: Now.
    ///   - zones: The zones of the app's channels; none stands for UTC.
    /// - Returns: What to send, if anything, and the work from then on; none if it is done.
    package func run(at date: Date, zones: [String?]) -> (order: PushSpecification?, rest: ScheduledPush?) {
        guard date >= next else { return (nil, self) }
        guard plan.isLocal else { return (order, advanced(after: date)) }
        let due = zones.filter { name in
            guard let zone = TimeZone(identifier: name ?? "UTC") else { return false }
            let instant = CivilTime.instant(of: current, in: zone)
            return instant > reached && instant <= date
        }
        var local = order
        local.zones = Set(due.map { $0 ?? "UTC" })
        var rest = self
        rest.reached = date
        let isOver = date >= current.addingTimeInterval(Self.latest)
        return (due.isEmpty ? nil : local, isOver ? advanced(after: date) : rest)
    }

    private func advanced(after date: Date) -> ScheduledPush? {
        let last = plan.isLocal ? max(current, date.addingTimeInterval(-Self.latest)) : date
        guard let time = plan.time(after: last) else { return nil }
        var rest = self
        rest.current = time
        rest.reached = date
        return rest
    }

    /// What the store keeps of it.
    package func schedule(id: ScheduleID, definition: String, isPaused: Bool) throws -> NewSchedule {
        NewSchedule(id: id, definition: definition, work: try text, next: next, isPaused: isPaused)
    }
}
