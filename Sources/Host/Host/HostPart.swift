import AsyncPrimitives
import Foundation
import HostClock
import HostStorage
import Logging

/// A part of the host, such as a queue or a timer; ``TodayHost`` has them all in one list.
///
/// A part does only what it has a function for: the others do nothing by themselves.
protocol HostPart: Sendable {
    /// Works until the task is cancelled.
    func run() async

    /// Follows a commit.
    ///
    /// Called on the store's writer, in commit order and in the order of the parts, before the commit's revision is
    /// visible; it must return quickly and must not wait for the store.
    func didCommit(_ commit: Commit)

    /// Follows the installation, removal or change of apps; called once the registry has them.
    func appsDidChange(_ registry: AppRegistry)
}

extension HostPart {
    func run() async {}
    func didCommit(_ commit: Commit) {}
    func appsDidChange(_ registry: AppRegistry) {}
}

extension WallClock {
    /// Calls a function now, at the times that it returns, when the clock or the zone changes, when a signal is raised,
    /// and ten minutes after a failure of the store, until the task is cancelled or the store is closed.
    func follow(
        _ changed: Signal,
        _ logger: Logger,
        failure: String,
        _ body: (_ now: Date) async throws(StoreError) -> Date?
    ) async {
        while !Task.isCancelled {
            let now = now
            var next: Date?
            do throws(StoreError) { next = try await body(now) } catch {
                guard error.code != .closed else { return }
                logger.error("\(failure)", metadata: ["error": "\(error)"])
                next = now + 600
            }
            _ = await wait(until: next, or: changed)
        }
    }
}

/// Runs functions beside one another, each in a task of its own.
final class TaskSupervisor: HostPart {
    private let work: AsyncStream<@Sendable () async -> Void>
    private let newWork: AsyncStream<@Sendable () async -> Void>.Continuation

    init() { (work, newWork) = AsyncStream.makeStream() }

    /// Adds a function, which is cancelled when ``run()`` is; the callers limit how many there are.
    func add(_ function: @escaping @Sendable () async -> Void) { newWork.yield(function) }

    func run() async {
        await withDiscardingTaskGroup { group in
            for await function in work { group.addTask { await function() } }
            group.cancelAll()
        }
    }
}
