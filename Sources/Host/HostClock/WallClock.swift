package import AsyncPrimitives
package import Foundation
package import TodayProtocol

/// The clock that tells the time of day: the host owns it, and sends processes what they need of it.
package protocol WallClock: Sendable {
    /// The time now.
    var now: Date { get }

    /// The person's time zone now.
    var zone: TimeZone { get }

    /// Waits for a time of day, also across a suspend.
    ///
    /// - Parameter deadline: The time; `nil` waits for a change alone.
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
    /// The clock was set or the zone changed; deadlines must be computed again.
    case changed
}

extension WallClock {
    /// Waits for a time or a change, or until a signal is raised.
    ///
    /// - Parameters:
    ///   - deadline: The time; `nil` waits for a change or the signal alone.
    ///   - signal: Ends the wait.
    /// - Returns: Why the wait ended; `nil` if the signal was raised or the task is cancelled.
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

    /// When the day after a time begins, in the person's zone.
    package func nextDay(after date: Date) -> Date { ClockDay(of: date, in: zone).interval.end }
}

extension RequestContext {
    /// Makes the context that a clock gives now.
    ///
    /// - Parameters:
    ///   - clock: Gives the time, the day and the zone.
    ///   - language: A BCP 47 tag.
    package init(_ clock: any WallClock, language: String) {
        let now = clock.now
        let zone = clock.zone
        self.init(now: now, day: ClockDay(of: now, in: zone).day, zone: zone.identifier, language: language)
    }
}
