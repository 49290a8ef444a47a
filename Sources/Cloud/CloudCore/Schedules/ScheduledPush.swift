package import CloudStorage
package import Foundation
import JSON

/// A scheduled push and its progress: a value, whose ``run(at:zones:)`` returns the push to send and the next state.
package struct ScheduledPush: Hashable, Sendable, Codable {
    /// The offsets at which the first time zones (UTC+14) and the last ones (UTC-12) reach a local time.
    private static let earliest = -14.0 * 3600
    private static let latest = 12.0 * 3600
    /// Offsets of time zones are multiples of a quarter of an hour.
    private static let step = 900.0

    package var plan: SchedulePlan
    package var order: PushSpecification
    /// The time of the plan that is due next or is being sent.
    private var current: Date
    /// The date up to which time zones with the local time have received the push.
    private var reached: Date

    /// Schedules a push; `nil` if the plan has no time after the date.
    package init?(plan: SchedulePlan, order: PushSpecification, after date: Date) {
        // A local time is still ahead until it has passed in every time zone.
        guard let first = plan.time(after: plan.isLocal ? date.addingTimeInterval(-Self.latest) : date) else {
            return nil
        }
        self.plan = plan
        self.order = order
        current = first
        reached = date
    }

    init(text: String) throws { self = try JSONValue(parsing: text).decode() }

    package var text: String { get throws { try JSONValue(encoding: self).jsonText } }

    /// The time at which ``run(at:zones:)`` must be called next.
    package var next: Date {
        guard plan.isLocal else { return current }
        let start = current.addingTimeInterval(Self.earliest)
        guard reached >= start else { return start }
        let steps = (reached.timeIntervalSince(start) / Self.step).rounded(.down) + 1
        return min(start.addingTimeInterval(steps * Self.step), current.addingTimeInterval(Self.latest))
    }

    /// Returns the push to send now, if any, and the next state, which is `nil` after the last time.
    ///
    /// If several times have passed since the last call, the push is sent once. `zones` are the time zones of the app's
    /// channels; the element `nil` means UTC.
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

    package func schedule(id: ScheduleID, definition: String, isPaused: Bool) throws -> NewSchedule {
        NewSchedule(id: id, definition: definition, work: try text, next: next, isPaused: isPaused)
    }
}
