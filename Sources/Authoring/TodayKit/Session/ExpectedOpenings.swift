import Synchronization
import TodayProtocol

/// The callbacks that wait for the results of URLs that the process asked the host to open.
final class ExpectedOpenings: Sendable {
    /// The largest number of callbacks, and of early results; the host follows as many openings.
    static let limit = 16

    private struct State {
        /// The waiting callbacks, oldest first.
        var waiting: [(id: OpeningID, finished: @Sendable (Bool) -> Void)] = []
        /// The number of requests with a callback that are not answered yet, so that the ids of their openings are
        /// unknown.
        var unanswered = 0
        /// The results that arrived while a request was unanswered and no callback waited for them, oldest first.
        var told: [(id: OpeningID, isTaken: Bool)] = []
    }

    private let state = Mutex(State())

    /// Asks the host to open a URL, and registers a callback for the result, which may arrive before the reply that
    /// this returns; beyond ``limit`` callbacks the oldest one is dropped.
    func follow(
        _ finished: @escaping @Sendable (Bool) -> Void,
        _ ask: () async throws -> OpenRequest.Reply
    ) async throws -> OpenRequest.Reply {
        state.withLock { $0.unanswered += 1 }
        var id: OpeningID?
        defer { answered(id, finished) }
        let reply = try await ask()
        id = reply.id
        return reply
    }

    private func answered(_ id: OpeningID?, _ finished: @escaping @Sendable (Bool) -> Void) {
        let isTaken: Bool? = state.withLock { state in
            defer {
                state.unanswered -= 1
                if state.unanswered == 0 { state.told = [] }
            }
            guard let id else { return nil }
            if let told = state.told.first(where: { $0.id == id }) { return told.isTaken }
            state.waiting.append((id, finished))
            if state.waiting.count > Self.limit { state.waiting.removeFirst() }
            return nil
        }
        if let isTaken { finished(isTaken) }
    }

    func tell(_ notification: OpenFinishedNotification) {
        let finished: (@Sendable (Bool) -> Void)? = state.withLock { state in
            if let index = state.waiting.firstIndex(where: { $0.id == notification.id }) {
                return state.waiting.remove(at: index).finished
            }
            guard state.unanswered > 0 else { return nil }
            state.told.append((notification.id, notification.taken))
            if state.told.count > Self.limit { state.told.removeFirst() }
            return nil
        }
        finished?(notification.taken)
    }
}
