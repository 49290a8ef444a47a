import AsyncPrimitives
import CloudStorage
import Foundation
import Logging

/// Sends scheduled pushes when they are due.
///
/// A schedule's pushes and its next date are stored in one transaction, so no push is sent twice.
package struct Scheduler: Sendable {
    /// The largest number of schedules that are read at a time.
    static let pageSize = 50
    /// The shortest sleep before a schedule is due, in seconds.
    static let shortestSleep = 0.01

    let store: CloudStore
    /// Raised when schedules were added or changed.
    let wakeUp: Signal
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let builder: PushBuilder
    let resolver: AudienceResolver
    /// Called after pushes were accepted.
    let onPush: @Sendable () -> Void
    let logger: Logger

    /// Runs until the task is cancelled.
    @concurrent
    func run() async throws {
        let loop = WakeUpLoop(
            wakeUp: wakeUp,
            clock: clock,
            retryDelay: .seconds(1),
            failureMessage: "Schedules wait, since the store failed",
            logger: logger
        )
        try await loop.run {
            while try await step() { try Task.checkCancellation() }
            return WakeUpLoop.sleep(until: try await store.nextScheduleDate(), now: now(), shortest: Self.shortestSleep)
        }
    }

    /// Runs a page of the due schedules.
    ///
    /// - Returns: `true` if any was due.
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
                // Otherwise it would be due again at once, forever.
                logger.error(
                    "A schedule cannot be read, and is removed",
                    metadata: ["schedule": "\(schedule.id)", "error": "\(error)"]
                )
                _ = try await store.run(schedule, pushes: [], work: schedule.work, next: nil)
                continue
            }
            let zones = work.plan.isLocal ? try await store.zones(of: schedule.app) : []
            let (specification, rest) = work.run(at: date, zones: zones)
            let resolved = try await resolver.resolve(specification.map { [$0] } ?? [], of: schedule.app)
            let webhooks = try await store.webhookTypes(of: schedule.app)
            let pushes = try resolved.map { specification in
                try builder.make(specification, app: names[schedule.app] ?? "", webhooks: webhooks, sent: date)
            }
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
