import AsyncPrimitives
import CloudStorage
import Synchronization

/// Reads what waits in the database when metrics are asked for: at most once a second, and one read at a time, however
/// many clients ask.
final class BacklogReader: Sendable {
    /// The longest time for which a client waits for the database.
    static let timeLimit = Duration.seconds(2)
    /// The time for which an answer counts as current.
    private static let interval = Duration.seconds(1)

    private struct State {
        /// The last answer, `nil` in it if the database failed.
        var backlog: CloudBacklog?
        var readAt: Duration?
        /// The number of answers.
        var count = 0
    }

    private let store: CloudStore
    private let clock: any Clock<Duration>
    private let time: @Sendable () -> Duration
    private let state = Mutex(State())
    private let wanted = Signal()
    private let answered = AsyncCondition()

    init(store: CloudStore, clock: any Clock<Duration>) {
        self.store = store
        self.clock = clock
        time = clock.stopwatch()
    }

    /// Reads whenever it is asked to, until the task is cancelled.
    func run() async throws {
        while true {
            try await clock.pause(for: nil, or: wanted)
            // The store counts its failures.
            let backlog = try? await store.backlog()
            state.withLock { $0 = State(backlog: backlog, readAt: time(), count: $0.count + 1) }
            answered.notifyAll()
        }
    }

    /// Returns what waits in the database; `nil` if it failed or did not answer within ``timeLimit``.
    func backlog() async throws -> CloudBacklog? {
        let now = time()
        let last = state.withLock { $0 }
        if let readAt = last.readAt, now - readAt < Self.interval { return last.backlog }
        wanted.raise()
        let isAnswered = try await withDeadline(Self.timeLimit, clock: clock) { [self] in
            await answered.wait { state.withLock(\.count) > last.count }
            return true
        }
        return isAnswered == true ? state.withLock(\.backlog) : nil
    }
}
