import Synchronization
import TodayProtocol

/// Which inboxes apps and people want fetched, beside those of which the cloud says that they changed.
final class InboxWishes: Sendable {
    /// How long after a wish the next one for the same inbox is no reason to ask again.
    private static let interval = Duration.seconds(2)

    private struct State {
        var wished: Set<AppID> = []
        var last: [AppID: Duration] = [:]
    }

    private let state = Mutex(State())
    private let stopwatch: Stopwatch

    init(clock: any Clock<Duration>) { stopwatch = Stopwatch(clock) }

    /// Notes a wish.
    ///
    /// - Returns: Whether it is one that is worth a request.
    func add(_ app: AppID) -> Bool {
        let now = stopwatch.elapsed
        return state.withLock { state in
            if let last = state.last[app], now - last < Self.interval { return false }
            state.last[app] = now
            state.wished.insert(app)
            return true
        }
    }

    /// Takes the wishes that were not taken yet.
    func take() -> Set<AppID> {
        state.withLock { state in
            defer { state.wished = [] }
            return state.wished
        }
    }
}
