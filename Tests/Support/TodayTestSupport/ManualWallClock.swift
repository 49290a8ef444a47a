package import Foundation
package import HostClock
import Synchronization

/// A clock on the wall that a test moves.
package final class ManualWallClock: WallClock {
    private struct State {
        var now: Date
        var zone: TimeZone
        var waiters: [Int: (deadline: Date?, continuation: CheckedContinuation<WallClockEvent, any Error>)] = [:]
        var lastID = 0
        /// The clock was set while nobody waited.
        var isChanged = false
    }

    private let state: Mutex<State>

    /// Makes a clock that stands at a time, in a zone.
    package init(now: Date = Date(timeIntervalSince1970: 1_800_000_000), zone: TimeZone = .gmt) {
        state = Mutex(State(now: now, zone: zone))
    }

    /// The time it stands at.
    package var now: Date { state.withLock(\.now) }
    /// The zone it was given.
    package var zone: TimeZone { state.withLock(\.zone) }

    /// Moves time on; whoever waits for a time that has come goes on.
    package func advance(by seconds: TimeInterval) {
        let reached = state.withLock { state in
            state.now += seconds
            let reached = state.waiters.filter { $0.value.deadline.map { $0 <= state.now } ?? false }
            for id in reached.keys { state.waiters[id] = nil }
            return reached.values
        }
        for waiter in reached { waiter.continuation.resume(returning: .reached) }
    }

    /// Sets the clock, and the zone with it.
    package func set(_ now: Date, zone: TimeZone) {
        let waiters = state.withLock { state in
            (state.now, state.zone) = (now, zone)
            state.isChanged = state.waiters.isEmpty
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.continuation.resume(returning: .changed) }
    }

    /// Waits until a test has moved the clock this far, or has set it.
    package func wait(until deadline: Date?) async throws -> WallClockEvent {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let event: WallClockEvent? = state.withLock { state in
                    if state.isChanged {
                        state.isChanged = false
                        return .changed
                    }
                    if let deadline, deadline <= state.now { return .reached }
                    state.waiters[id] = (deadline, continuation)
                    return nil
                }
                if let event { return continuation.resume(returning: event) }
                if Task.isCancelled { end(id) }
            }
        } onCancel: {
            end(id)
        }
    }

    /// Does nothing: a test moves the clock.
    package func run() async {}

    private func end(_ id: Int) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
    }
}
