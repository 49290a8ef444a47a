import CloudCore
import Foundation
import JSON

/// Parses schedule objects.
struct ScheduleParser {
    /// The largest number of schedules in one request.
    static let limit = 1000

    private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    /// A parsed schedule.
    struct Parsed {
        var work: ScheduledPush
        var definition: JSONValue
        var isPaused: Bool
    }

    /// The current time; at least one time of a schedule must be later.
    let now: Date
    /// `true` if the schedule was accepted earlier, so its expiry may have passed.
    var isKnown = false

    /// Parses one schedule.
    ///
    /// - Parameter node: The schedule object.
    /// - Returns: The scheduled push, and the schedule as its sender wrote it.
    /// - Throws: ``AirshipError`` with the path of the mistake.
    func parse(_ node: BodyNode) throws(AirshipError) -> Parsed {
        let members = try node.members(["name", "schedule", "push", "url", "push_ids"])
        if let name = members["name"], !name.value.isNull { _ = try name.text(limit: 256, allowsEmpty: true) }
        let schedule = try node.required("schedule")
        let plan = try plan(schedule)
        let order = try PushParser.parse(try node.required("push"), now: isKnown ? .distantPast : now)
        guard let work = ScheduledPush(plan: plan, order: order, after: now) else {
            throw schedule.error("the schedule has no time in the future")
        }
        let kept = ["name", "schedule", "push"].compactMap { name in members[name].map { (name, $0.value) } }
        return Parsed(
            work: work,
            definition: .object(Dictionary(kept) { first, _ in first }),
            isPaused: try schedule.optional("recurring")?.optional("paused")?.boolean() ?? false
        )
    }

    private func plan(_ node: BodyNode) throws(AirshipError) -> SchedulePlan {
        let members = try node.members(["scheduled_time", "local_scheduled_time", "best_time", "recurring"])
        if let best = members["best_time"] {
            throw best.error("this cloud does not know when people look; use scheduled_time or local_scheduled_time")
        }
        var recurrence: Recurrence?
        if let recurring = node.optional("recurring") { recurrence = try self.recurrence(recurring) }
        switch (node.optional("scheduled_time"), node.optional("local_scheduled_time")) {
        case (let time?, nil): return SchedulePlan(start: try time.date(), recurrence: recurrence)
        case (nil, let time?): return SchedulePlan(start: try time.date(), isLocal: true, recurrence: recurrence)
        default: throw node.error("one of scheduled_time and local_scheduled_time is wanted")
        }
    }

    private func recurrence(_ node: BodyNode) throws(AirshipError) -> Recurrence {
        _ = try node.members(["cadence", "end_time", "exclusions", "paused"])
        let cadence = try node.required("cadence")
        _ = try cadence.members(["type", "count", "days_of_week"])
        let type = try cadence.required("type")
        guard let unit = Recurrence.Unit(rawValue: try type.text()) else {
            throw type.error("one of hourly, daily, weekly, monthly, yearly is wanted")
        }
        var exclusions: [Recurrence.Exclusion] = []
        for exclusion in try node.optional("exclusions")?.elements(limit: 100) ?? [] {
            exclusions.append(try self.exclusion(exclusion))
        }
        return Recurrence(
            unit: unit,
            count: try cadence.optional("count")?.integer(1...1000) ?? 1,
            days: try days(cadence.optional("days_of_week")) ?? [],
            end: try node.optional("end_time")?.date(),
            exclusions: exclusions
        )
    }

    private func exclusion(_ node: BodyNode) throws(AirshipError) -> Recurrence.Exclusion {
        _ = try node.members(["hour_range", "date_range", "days_of_week"])
        var result = Recurrence.Exclusion(days: try days(node.optional("days_of_week")))
        if let range = node.optional("hour_range") {
            let hours = try range.text(limit: 5).split(separator: "-").compactMap { Int($0) }
            guard hours.count == 2, hours.allSatisfy({ (0...23).contains($0) }) else {
                throw range.error("two hours such as 22-6 are wanted")
            }
            result.hours = hours
        }
        if let range = node.optional("date_range") {
            let dates = try range.text(limit: 80).split(separator: "/").compactMap { AirshipDate.parse(String($0)) }
            guard dates.count == 2, dates[0] <= dates[1] else {
                throw range.error("two dates such as 2026-03-01T00:00:00/2026-03-02T00:00:00 are wanted")
            }
            result.dates = dates
        }
        guard result != Recurrence.Exclusion() else { throw node.error("the exclusion is empty") }
        return result
    }

    private func days(_ node: BodyNode?) throws(AirshipError) -> Set<Int>? {
        guard let node else { return nil }
        var result: Set<Int> = []
        for element in try node.elements(limit: 7) {
            guard let day = Self.days.firstIndex(of: try element.text(limit: 16).lowercased()) else {
                throw element.error("a day such as monday is wanted")
            }
            result.insert(day)
        }
        return result
    }
}
