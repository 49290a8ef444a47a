import Synchronization
import TodayProtocol

/// The functions that wait for what came of addresses which the process had opened.
final class ExpectedOpenings: Sendable {
    /// How many are kept, as many as the host follows.
    static let limit = 16

    private struct State {
        /// The functions that wait, oldest first.
        var waiting: [(id: OpeningID, finished: @Sendable (Bool) -> Void)] = []
        /// How many requests with a function are not answered yet, so that the ids of their openings are not known.
        var unanswered = 0
        /// What was told meanwhile of openings that nobody waits for, oldest first.
        var told: [(id: OpeningID, isTaken: Bool)] = []
    }

    private let state = Mutex(State())

    /// Has a function called with what comes of an opening, which may be told before the answer is read.
    ///
    /// - Parameters:
    ///   - finished: The function; the oldest one that waits gives way to it.
    ///   - ask: Asks the host to open an address.
    /// - Returns: What `ask` returns.
    /// - Throws: What `ask` throws.
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

    /// Tells the function that waits for an opening what came of it, if there is one.
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
