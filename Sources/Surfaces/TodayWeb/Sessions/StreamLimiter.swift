import HostModel
import LocalAPI
import Synchronization

/// The open event streams of each session: a stream beyond the limit ends the oldest one, and all end with the session.
///
/// A browser opens at most six connections to a server, and each visible tab holds one.
final class StreamLimiter: Sendable {
    /// Maximum number of streams of a session.
    static let limit = 12

    private struct Entry {
        var id: Int
        var stream: EventStream
        /// Rights of the device when it opened the stream.
        var rights: DeviceRights
    }

    private struct State {
        var next = 0
        var streams: [String: [Entry]] = [:]
    }

    private let state = Mutex(State())

    /// Adds a stream; ends the oldest one of its session if there are too many.
    ///
    /// - Returns: An id for ``leave(_:_:)``.
    func enter(_ session: String, _ stream: EventStream, rights: DeviceRights = .change) -> Int {
        let (id, oldest) = state.withLock { state -> (Int, EventStream?) in
            state.next += 1
            var streams = state.streams[session] ?? []
            streams.append(Entry(id: state.next, stream: stream, rights: rights))
            let oldest = streams.count > Self.limit ? streams.removeFirst().stream : nil
            state.streams[session] = streams
            return (state.next, oldest)
        }
        oldest?.end()
        return id
    }

    /// Ends the streams of a session.
    func end(_ session: String) {
        let streams = state.withLock { $0.streams.removeValue(forKey: session) ?? [] }
        for entry in streams { entry.stream.end() }
    }

    /// Ends the streams of sessions that have ended, and of those that were opened with other rights.
    ///
    /// - Parameter sessions: The rights of the existing sessions.
    func endAll(except sessions: [String: DeviceRights]) {
        let ended = state.withLock { state in
            var ended: [EventStream] = []
            for (session, streams) in state.streams {
                let kept = streams.filter { $0.rights == sessions[session] }
                guard kept.count < streams.count else { continue }
                ended += streams.filter { $0.rights != sessions[session] }.map(\.stream)
                state.streams[session] = kept.isEmpty ? nil : kept
            }
            return ended
        }
        for stream in ended { stream.end() }
    }

    /// Sessions with open streams.
    var sessions: [String] { state.withLock { Array($0.streams.keys) } }

    /// Returns `true` if a session has an open stream.
    func hasStream(_ session: String) -> Bool { state.withLock { $0.streams[session] != nil } }

    /// Removes a stream that has ended.
    func leave(_ session: String, _ id: Int) {
        state.withLock { state in
            state.streams[session]?.removeAll { $0.id == id }
            if state.streams[session]?.isEmpty == true { state.streams[session] = nil }
        }
    }
}
