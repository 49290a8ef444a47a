import ServerSentEvents
import Synchronization
import Testing
import TodayTestSupport

@testable import DeviceSync

@Suite(.timeLimit(.minutes(10))) struct CloudEventStreamTests {
    private static let hello = "event: hello\ndata: {\"epoch\":\"e\",\"heartbeat\":12,\"sequence\":9}\n\n"

    /// What a stream brought, and how it ended.
    private final class Journal: Sendable {
        let events = Mutex<[CloudEventStream.Event]>([])
        let (arrivals, input) = AsyncStream<Void>.makeStream()

        func add(_ event: CloudEventStream.Event) {
            events.withLock { $0.append(event) }
            input.yield()
        }

        var all: [CloudEventStream.Event] { events.withLock { $0 } }

        var sequences: [Int64] {
            all.flatMap { event in
                if case .events(let events) = event { events.compactMap(\.sequence) } else { [] as [Int64] }
            }
        }
    }

    private func stream(_ transport: ScriptedTransport, _ clock: ManualClock = ManualClock()) throws -> CloudEventStream
    {
        CloudEventStream(
            api: DeviceAPI(address: try CloudAddress("http://127.0.0.1:1"), token: "secret", transport: transport),
            clock: clock
        )
    }

    /// Runs a stream to its end.
    private func failure(_ stream: CloudEventStream, after sequence: Int64 = 0, _ journal: Journal) async throws
        -> CloudFailure
    {
        do {
            try await stream.run(after: sequence) { journal.add($0) }
        } catch let error as CloudFailure {
            return error
        }
    }

    private func ends(_ parts: [ScriptedTransport.Part]) async throws -> (journal: Journal, failure: CloudFailure) {
        let journal = Journal()
        let transport = ScriptedTransport(stream: { _ in
            AsyncStream { continuation in
                for part in parts { continuation.yield(part) }
                continuation.finish()
            }
        })
        return (journal, try await failure(try stream(transport), journal))
    }

    @Test func itResumesAfterTheLastEventAndPassesOverWhatWasThere() async throws {
        let event = { @Sendable (number: Int) in "id: \(number)\nevent: push\ndata: {}\n\n" }
        let transport = ScriptedTransport(stream: { _ in
            AsyncStream { continuation in
                continuation.yield(.bytes(Self.hello + event(6) + event(7)))
                continuation.yield(.bytes(event(8) + event(8) + event(5) + event(11)))
                continuation.finish()
            }
        })
        let journal = Journal()
        let failure = try await failure(try stream(transport), after: 7, journal)
        #expect(failure.code == .unreachable)
        #expect(journal.sequences == [8, 11])
        #expect(journal.all.first == .hello(StreamHello(epoch: "e", heartbeat: 12, sequence: 9)))
        #expect(transport.requests.map(\.url) == ["http://127.0.0.1:1/api/today/events?after=7"])
        #expect(transport.requests.first?.headers["Authorization"] == "Bearer secret")
    }

    @Test(arguments: [
        "event: push\ndata: {}\n\n", "event: hello\ndata: {}\n\n", "event: hello\ndata: nonsense\n\n",
        "event: hello\ndata: {\"epoch\":7}\n\n", "<html>\n\ndata: x\n\n",
    ])
    func whatDoesNotGreetIsNoCloud(text: String) async throws {
        let (journal, failure) = try await ends([.bytes(text)])
        #expect(failure.code == .malformed)
        #expect(journal.all.isEmpty)
    }

    @Test func anEventThatIsTooLargeEndsIt() async throws {
        let (_, failure) = try await ends([.bytes(Self.hello + "data: " + String(repeating: "x", count: 2_000_000))])
        #expect(failure.code == .malformed)
    }

    @Test func aSilentStreamIsDeadAfterTwoAndAHalfHeartbeats() async throws {
        let clock = ManualClock()
        let (parts, input) = AsyncStream<ScriptedTransport.Part>.makeStream()
        let journal = Journal()
        let stream = try stream(ScriptedTransport(stream: { _ in parts }), clock)
        try await withThrowingTaskGroup(of: CloudFailure.self) { group in
            group.addTask { try await self.failure(stream, journal) }
            input.yield(.bytes(Self.hello))
            for await _ in journal.arrivals { break }
            // A heartbeat moves the time; half a minute after the last one the link is dead.
            await clock.waitUntilSleeping()
            clock.advance(by: .seconds(20))
            input.yield(.bytes(": still here\n\nid: 3\ndata: {}\n\n"))
            for await _ in journal.arrivals { break }
            clock.advance(by: .seconds(10))
            await clock.waitUntilSleeping()
            clock.advance(by: .seconds(19))
            #expect(journal.sequences == [3])
            await clock.advanceWhenSleeping(by: .seconds(1))
            let failure = try await group.next()
            #expect(failure?.code == .timedOut)
        }
    }

    @Test func aCloudThatNeverGreetsIsDeadToo() async throws {
        let clock = ManualClock()
        let (parts, _) = AsyncStream<ScriptedTransport.Part>.makeStream()
        let stream = try stream(ScriptedTransport(stream: { _ in parts }), clock)
        async let failure = failure(stream, Journal())
        await clock.advanceWhenSleeping(by: .seconds(30))
        #expect(try await failure.code == .timedOut)
    }

    @Test(arguments: [(1, 2500), (12, 30_000), (3600, 30_000), (-5, 2500)])
    func aCloudCannotAskForMorePatienceThanHalfAMinute(heartbeat: Int, milliseconds: Int) {
        let event = ServerSentEvent(name: "hello", data: "{\"epoch\":\"e\",\"heartbeat\":\(heartbeat)}")
        #expect(StreamHello(event)?.silenceLimit == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        ("-1", nil), ("9999999999999999999999", nil), ("5x", nil), ("", nil), ("0", nil), (nil, nil),
        ("5", 5 as Int64?),
    ])
    func whatIsNoNumberIsNoSequence(id: String?, sequence: Int64?) {
        #expect(ServerSentEvent(id: id, name: "push", data: "x").sequence == sequence)
    }

    @Test func whatTheReceiverThrowsEndsIt() async throws {
        struct Stop: Error {}
        let transport = ScriptedTransport(stream: { _ in AsyncStream { $0.yield(.bytes(Self.hello)) } })
        let stream = try stream(transport)
        await #expect(throws: Stop.self) { try await stream.run(after: 0) { _ in throw Stop() } }
    }
}
