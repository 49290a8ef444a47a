package import Foundation
package import HostClock
import Synchronization

/// A wall clock that a test controls.
package final class ManualWallClock: WallClock {
    private struct State {
        var now: Date
        var zone: TimeZone
        var waiters: [Int: (deadline: Date?, continuation: CheckedContinuation<WallClockEvent, any Error>)] = [:]
        var lastID = 0
        /// Whether the clock was set while nothing waited.
        var isChanged = false
    }

    private let state: Mutex<State>

    /// Creates a clock with a time and a time zone.
    package init(now: Date = Date(timeIntervalSince1970: 1_800_000_000), zone: TimeZone = .gmt) {
        state = Mutex(State(now: now, zone: zone))
    }

    package var now: Date { state.withLock(\.now) }
    package var zone: TimeZone { state.withLock(\.zone) }

    /// The earliest time that somebody waits for.
    package var nextDeadline: Date? { state.withLock { $0.waiters.values.compactMap(\.deadline).min() } }

    /// Advances the time and wakes the waiters whose times are reached.
    package func advance(by seconds: TimeInterval) {
        let reached = state.withLock { state in
            state.now += seconds
            let reached = state.waiters.filter { $0.value.deadline.map { $0 <= state.now } ?? false }
            for id in reached.keys { state.waiters[id] = nil }
            return reached.values
        }
        for waiter in reached { waiter.continuation.resume(returning: .reached) }
    }

    /// Sets the time and the time zone.
    package func set(_ now: Date, zone: TimeZone) {
        let waiters = state.withLock { state in
            (state.now, state.zone) = (now, zone)
            state.isChanged = state.waiters.isEmpty
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.continuation.resume(returning: .changed) }
    }

    package func use(_ zone: TimeZone?) { set(now, zone: zone ?? .gmt) }

    /// Waits until a test has advanced the clock to a time, or has set it.
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

    /// Does nothing, since a test controls the clock.
    package func run() async {}

    private func end(_ id: Int) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
    }
}
