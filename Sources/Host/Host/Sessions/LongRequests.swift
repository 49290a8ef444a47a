import AsyncPrimitives
import JSONRPC
import Synchronization

/// The long requests of all sessions, such as fetches, each in a task of its own that can be cancelled by its request.
final class LongRequests: HostPart {
    struct Key: Hashable, Sendable {
        var session: ObjectIdentifier
        var request: RPCID
    }

    // The number of jobs is bounded by the connections, each of which takes a limited number of unanswered requests.
    private let tasks = TaskSupervisor()
    private let cancellations = Mutex<[Key: OneTimeSignal]>([:])

    func run() async { await tasks.run() }

    func add(_ key: Key, _ run: @escaping @Sendable () async -> Void) {
        let cancelled = OneTimeSignal()
        cancellations.withLock { $0[key] = cancelled }
        tasks.add {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await run() }
                group.addTask { await cancelled.wait() }
                await group.next()
                group.cancelAll()
            }
            _ = self.cancellations.withLock { $0.removeValue(forKey: key) }
        }
    }

    func cancel(_ key: Key) { cancellations.withLock { $0[key] }?.raise() }
}
