package import AsyncPrimitives
package import Foundation
package import TodayProtocol

/// A clock that tells the time of day.
///
/// The host owns it, and sends processes the times that they need.
package protocol WallClock: Sendable {
    var now: Date { get }

    /// The person's current time zone.
    var zone: TimeZone { get }

    /// Uses a time zone that the person has chosen, or with `nil` that of the clock again; a change ends every wait.
    func use(_ zone: TimeZone?)

    /// Waits until a time of day, even across a suspend, or for a change of the clock or the zone; `nil` waits only for
    /// a change. Throws `CancellationError` when the task is cancelled.
    func wait(until deadline: Date?) async throws -> WallClockEvent

    /// Serves every wait until the task is cancelled.
    func run() async
}

/// The reason for the end of a wait on a wall clock.
package enum WallClockEvent: Hashable, Sendable {
    case reached
    /// The clock was set or the zone changed; deadlines must be recomputed.
    case changed
}

extension WallClock {
    /// Waits for a time, or for a change or a signal; `nil` if the signal was raised or the task is cancelled.
    package func wait(until deadline: Date?, or signal: Signal) async -> WallClockEvent? {
        await withTaskGroup(of: WallClockEvent?.self) { group in
            group.addTask { try? await self.wait(until: deadline) }
            group.addTask {
                await signal.wait()
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    /// Returns the start of the day after a time, in the person's zone.
    package func nextDay(after date: Date) -> Date { ClockDay(of: date, in: zone).interval.end }
}

extension RequestContext {
    /// Creates a context with the current time, day and zone of a clock; the language is a BCP 47 tag.
    package init(_ clock: any WallClock, language: String) {
        let now = clock.now
        let zone = clock.zone
        self.init(now: now, day: ClockDay(of: now, in: zone).day, zone: zone.identifier, language: language)
    }
}
