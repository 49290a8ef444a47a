package import Foundation
package import TodayProtocol

/// The clock on the wall: the host owns it, and tells everybody else.
package protocol WallClock: Sendable {
    /// The time now.
    var now: Date { get }

    /// The person's time zone now.
    var zone: TimeZone { get }

    /// Waits for a time on the wall, across suspend.
    ///
    /// - Parameter deadline: The time; none waits for a change alone.
    /// - Returns: Why the wait ended.
    /// - Throws: `CancellationError` when the task is cancelled.
    func wait(until deadline: Date?) async throws -> WallClockEvent

    /// Serves every wait until the task is cancelled.
    func run() async
}

/// Why a wait on the wall clock ended.
package enum WallClockEvent: Hashable, Sendable {
    /// The time has come.
    case reached
    /// The clock was set or the zone changed; deadlines are to be thought over.
    case changed
}

extension WallClock {
    /// When the day after a time begins, in the person's zone.
    package func nextDay(after date: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let tomorrow = calendar.date(byAdding: .day, value: 1, to: calendar.startOfDay(for: date))
        return tomorrow.map(calendar.startOfDay(for:)) ?? date.addingTimeInterval(86_400)
    }
}

extension RequestContext {
    /// What a clock knows, for a language.
    package init(_ clock: any WallClock, language: String) {
        let now = clock.now
        let zone = clock.zone
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let parts = calendar.dateComponents([.year, .month, .day], from: now)
        let day = CivilDay(year: parts.year ?? 1970, month: parts.month ?? 1, day: parts.day ?? 1)
        self.init(now: now, day: day, zone: zone.identifier, language: language)
    }
}
