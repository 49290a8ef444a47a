import CloudCore
import CloudStorage
import Foundation
import JSON

struct ScheduleParser {
    /// The largest number of schedules in one request.
    static let limit = 1000

    private static let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

    struct Parsed {
        var work: ScheduledPush
        /// The schedule as its sender wrote it.
        var definition: JSONValue
        var isPaused: Bool

        func schedule(id: ScheduleID) throws -> NewSchedule {
            try work.schedule(id: id, definition: definition.jsonText, isPaused: isPaused)
        }
    }

    /// The current time; at least one time of a schedule must be later.
    let now: Date
    /// `true` if the schedule was accepted earlier, so its expiry may have passed.
    var isKnown = false

    func parse(_ node: BodyNode) throws(AirshipError) -> Parsed {
        let members = try node.members(["name", "schedule", "push", "url", "push_ids"])
        _ = try members["name"]?.text(limit: 256, allowsEmpty: true)
        let schedule = try node.required("schedule")
        let plan = try plan(schedule)
        let order = try PushParser.parse(try node.required("push"), now: isKnown ? .distantPast : now)
        guard let work = ScheduledPush(plan: plan, order: order, after: now) else {
            throw schedule.error("the schedule has no time in the future")
        }
        return Parsed(
            work: work,
            definition: .object(
                members.filter { ["name", "schedule", "push"].contains($0.key) }.mapValues(\.value)
            ),
            isPaused: try schedule.optional("recurring")?.optional("paused")?.boolean() ?? false
        )
    }

    private func plan(_ node: BodyNode) throws(AirshipError) -> SchedulePlan {
        let members = try node.members(["scheduled_time", "local_scheduled_time", "best_time", "recurring"])
        if let best = members["best_time"] {
            throw best.error("this cloud does not know when people look; use scheduled_time or local_scheduled_time")
        }
        let recurrence = try node.optional("recurring").map(recurrence)
        switch (node.optional("scheduled_time"), node.optional("local_scheduled_time")) {
        case (let time?, nil): return SchedulePlan(start: try time.date(), recurrence: recurrence)
        case (nil, let time?): return SchedulePlan(start: try time.date(), isLocal: true, recurrence: recurrence)
        default: throw node.error("one of scheduled_time and local_scheduled_time is wanted")
        }
    }

    private func recurrence(_ node: BodyNode) throws(AirshipError) -> Recurrence {
        try node.members(["cadence", "end_time", "exclusions", "paused"])
        let cadence = try node.required("cadence")
        try cadence.members(["type", "count", "days_of_week"])
        let type = try cadence.required("type")
        guard let unit = Recurrence.Unit(rawValue: try type.text()) else {
            throw type.error("one of hourly, daily, weekly, monthly, yearly is wanted")
        }
        let exclusions = try (node.optional("exclusions")?.elements(limit: 100) ?? []).map(exclusion)
        return Recurrence(
            unit: unit,
            count: try cadence.optional("count")?.integer(1...1000) ?? 1,
            days: try cadence.optional("days_of_week").map(days) ?? [],
            end: try node.optional("end_time")?.date(),
            exclusions: exclusions
        )
    }

    private func exclusion(_ node: BodyNode) throws(AirshipError) -> Recurrence.Exclusion {
        try node.members(["hour_range", "date_range", "days_of_week"])
        var result = Recurrence.Exclusion(days: try node.optional("days_of_week").map(days))
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

    private func days(_ node: BodyNode) throws(AirshipError) -> Set<Int> {
        let days = try node.elements(limit: 7).map { element throws(AirshipError) in
            guard let day = Self.days.firstIndex(of: try element.text(limit: 16).lowercased()) else {
                throw element.error("a day such as monday is wanted")
            }
            return day
        }
        return Set(days)
    }
}
