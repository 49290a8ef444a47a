import AsyncPrimitives
import CloudStorage
import Foundation
import Logging

/// Sends scheduled pushes when they are due.
///
/// What is sent and when it is due again are one commit, so that nothing is sent twice.
package struct Scheduler: Sendable {
    /// How many schedules are read at a time.
    static let pageSize = 50
    /// How long it sleeps at most while something is scheduled, so that a clock that is set is noticed.
    static let longestSleep = 60.0

    let store: CloudStore
    let hint: Signal
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let maker: PushBuilder
    let resolver: AudienceResolver
    /// Is called after pushes were accepted.
    let onPush: @Sendable () -> Void
    let logger: Logger

    /// Works until the task is cancelled.
    @concurrent
    func run() async throws {
        while true {
            do {
                while try await step() { try Task.checkCancellation() }
                let next = try await store.nextScheduleDate()
                let seconds = next.map { min(Self.longestSleep, max(0.01, $0.timeIntervalSince(now()))) }
                try await clock.pause(for: seconds.map { .milliseconds(Int(($0 * 1000).rounded(.up))) }, or: hint)
            } catch let error as CloudStoreError {
                try logger.storeFailure("Schedules wait, since the store failed", error)
                try await clock.sleep(for: .seconds(1))
            }
        }
    }

    /// Does a page of what is due.
    ///
    /// - Returns: Whether anything was due.
    package func step() async throws -> Bool {
        let date = now()
        let due = try await store.dueSchedules(at: date, limit: Self.pageSize)
        let names =
            due.isEmpty ? [:] : Dictionary(try await store.apps().map { ($0.number, $0.name) }) { first, _ in first }
        for schedule in due {
            let work: ScheduledPush
            do {
                work = try ScheduledPush(text: schedule.work)
            } catch {
                // It would be due again at once, for ever.
                logger.error(
                    "A schedule cannot be read, and is removed",
                    metadata: ["schedule": "\(schedule.id)", "error": "\(error)"]
                )
                _ = try await store.run(schedule, pushes: [], work: schedule.work, next: nil)
                continue
            }
            let zones = work.plan.isLocal ? try await store.zones(of: schedule.app) : []
            let (order, rest) = work.run(at: date, zones: zones)
            let orders = try await resolver.resolve(order.map { [$0] } ?? [], of: schedule.app)
            let pushes = try orders.map { try maker.make($0, app: names[schedule.app] ?? "", sent: date) }
            let wasRun = try await store.run(
                schedule,
                pushes: pushes,
                work: try rest?.text ?? "",
                next: rest?.next
            )
            if wasRun, !pushes.isEmpty { onPush() }
        }
        return !due.isEmpty
    }
}
