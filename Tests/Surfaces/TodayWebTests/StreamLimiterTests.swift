import HostModel
import HostStorage
import LocalAPI
import ServerSentEvents
import Synchronization
import Testing

@testable import TodayWeb

/// How many event streams a session may hold.
@Suite(.timeLimit(.minutes(5))) struct StreamLimiterTests {
    /// What a stream still writes: one event if it is open, nothing if it was ended.
    private func written(by stream: EventStream) async throws -> [String] {
        let (events, input) = AsyncStream<Int>.makeStream()
        input.yield(1)
        input.finish()
        let texts = Mutex<[String]>([])
        try await stream.run(
            [EventFeed(events) { _ in ServerSentEvent(name: "test", data: "open") }],
            heartbeat: .seconds(3600),
            clock: ContinuousClock()
        ) { text in texts.withLock { $0.append(text) } }
        return texts.withLock(\.self)
    }

    private func expect(_ streams: [EventStream], areOpen: Bool) async throws {
        for stream in streams {
            let texts = try await written(by: stream)
            #expect(texts.count == (areOpen ? 1 : 0), "\(texts)")
        }
    }

    @Test func theOldestStreamGivesWay() async throws {
        let limiter = StreamLimiter()
        let streams = (0...StreamLimiter.limit).map { _ in EventStream() }
        let other = EventStream()
        _ = limiter.enter("other", other)
        for stream in streams { _ = limiter.enter("session", stream) }
        try await expect([streams[0]], areOpen: false)
        try await expect(Array(streams.dropFirst()) + [other], areOpen: true)
    }

    @Test func asManyAsTheLimitGoOnTogether() async throws {
        let limiter = StreamLimiter()
        let streams = (0..<StreamLimiter.limit).map { _ in EventStream() }
        for stream in streams { _ = limiter.enter("session", stream) }
        try await expect(streams, areOpen: true)
    }

    @Test func aStreamThatLeftCountsNoMore() async throws {
        let limiter = StreamLimiter()
        let streams = (0...StreamLimiter.limit + 1).map { _ in EventStream() }
        var places: [Int] = []
        for stream in streams.dropLast(2) { places.append(limiter.enter("session", stream)) }
        limiter.leave("session", places[3])
        _ = limiter.enter("session", streams[streams.count - 2])
        try await expect(Array(streams[1...2]), areOpen: true)
        // Full again: the next one ends the oldest.
        _ = limiter.enter("session", streams[streams.count - 1])
        try await expect([streams[0]], areOpen: false)
        try await expect(Array(streams.suffix(2)), areOpen: true)
    }

    @Test func streamsEndWithTheirSessionAndItsRights() async throws {
        let limiter = StreamLimiter()
        let (kept, limited, gone) = (EventStream(), EventStream(), EventStream())
        _ = limiter.enter("kept", kept, rights: .act)
        _ = limiter.enter("limited", limited, rights: .change)
        _ = limiter.enter("gone", gone, rights: .change)
        limiter.endAll(except: ["kept": .act, "limited": .view])
        try await expect([limited, gone], areOpen: false)
        try await expect([kept], areOpen: true)
        #expect(limiter.sessions == ["kept"])
    }
}
