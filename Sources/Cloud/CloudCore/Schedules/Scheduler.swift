import AsyncPrimitives
import CloudStorage
import Logging
import PrometheusMetrics

/// Sends scheduled pushes when they are due; each is stored with its schedule's next date, so none is sent twice.
package struct Scheduler: Sendable {
    static let pageSize = 50
    /// The shortest sleep before a schedule is due, in seconds.
    static let shortestSleep = 0.01

    let cloud: Cloud
    private var store: CloudStore { cloud.store }

    @concurrent
    func run() async throws {
        try await cloud.repeatWork(
            .schedules,
            retryDelay: .seconds(1),
            failureMessage: "Schedules wait, since the store failed"
        ) {
            while try await step() { try Task.checkCancellation() }
            return cloud.sleep(until: try await store.nextScheduleDate(), shortest: Self.shortestSleep)
        }
    }

    /// Runs a page of the due schedules; returns `true` if any was due.
    package func step() async throws -> Bool {
        let date = cloud.now()
        let due = try await store.dueSchedules(at: date, limit: Self.pageSize)
        let names =
            due.isEmpty ? [:] : Dictionary(try await store.apps().map { ($0.number, $0.name) }) { first, _ in first }
        for schedule in due {
            let push: ScheduledPush
            do {
                push = try ScheduledPush(text: schedule.work)
            } catch {
                // Otherwise it would be due again at once, forever.
                cloud.logger.error(
                    "A schedule cannot be read, and is removed",
                    metadata: ["schedule": "\(schedule.id)", "error": "\(error)"]
                )
                _ = try await store.run(schedule, pushes: [], work: schedule.work, next: nil)
                continue
            }
            let zones = push.plan.isLocal ? try await store.zones(of: schedule.app) : []
            let (specification, rest) = push.run(at: date, zones: zones)
            let pushes = try await cloud.makePushes(
                specification.map { [$0] } ?? [],
                of: schedule.app,
                name: names[schedule.app] ?? "",
                sent: date
            )
            let work = try rest?.text ?? ""
            let wasRun = try await store.run(schedule, pushes: pushes, work: work, next: rest?.next)
            guard wasRun, !pushes.isEmpty else { continue }
            cloud.metrics.pushes.add(pushes.count)
            cloud.wake(.pushes)
        }
        return !due.isEmpty
    }
}
