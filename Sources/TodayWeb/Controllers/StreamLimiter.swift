import HostAPI
import Synchronization

/// Bounds the event streams of each session: one more than the limit ends the oldest.
///
/// A browser opens six connections to a host in all, and each tab that shows holds one.
final class StreamLimiter: Sendable {
    /// How many streams a session may hold.
    static let limit = 12

    private struct State {
        var next = 0
        var streams: [String: [(place: Int, stream: EventStream)]] = [:]
    }

    private let state = Mutex(State())

    /// Notes a stream that begins.
    ///
    /// - Returns: Its place, to leave with.
    func enter(_ session: String, _ stream: EventStream) -> Int {
        let (place, oldest) = state.withLock { state -> (Int, EventStream?) in
            state.next += 1
            var streams = state.streams[session] ?? []
            streams.append((state.next, stream))
            let oldest = streams.count > Self.limit ? streams.removeFirst().stream : nil
            state.streams[session] = streams
            return (state.next, oldest)
        }
        oldest?.end()
        return place
    }

    /// Forgets a stream that ended.
    func leave(_ session: String, _ place: Int) {
        state.withLock { state in
            state.streams[session]?.removeAll { $0.place == place }
            if state.streams[session]?.isEmpty == true { state.streams[session] = nil }
        }
    }
}
