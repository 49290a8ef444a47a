import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing
import TodayTestSupport

/// How much of a request's body is taken, and for how long it is waited for.
@Suite(.timeLimit(.minutes(5))) struct RequestBodyTests {
    private struct Broken: Error {}

    private func request(length: String? = nil, body: RequestBody = RequestBody(buffer: ByteBuffer())) -> Request {
        var fields = HTTPFields()
        fields[.contentLength] = length
        return Request(
            head: HTTPRequest(method: .post, scheme: "http", authority: "test", path: "/", headerFields: fields),
            body: body
        )
    }

    /// A body that arrives in parts, and counts those that were asked for.
    private struct Parts: AsyncSequence, Sendable {
        struct AsyncIterator: AsyncIteratorProtocol {
            var rest: ArraySlice<String>
            let asked: Counter

            mutating func next() async throws -> ByteBuffer? {
                asked.value.add(1, ordering: .relaxed)
                guard let part = rest.popFirst() else { return nil }
                if part == "broken" { throw Broken() }
                return ByteBuffer(string: part)
            }
        }

        final class Counter: Sendable { let value = Atomic(0) }

        var parts: [String]
        let asked = Counter()

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: parts[...], asked: asked) }
    }

    @Test(
        arguments: [
            (nil, false), ("", false), ("0", false), ("10", false), ("11", true), ("ten", false), ("-11", false),
        ] as [(String?, Bool)]
    )
    func aLengthAboveTheLimitIsKnownBeforeTheBody(length: String?, isOver: Bool) {
        #expect(request(length: length).declaresBody(over: 10) == isOver)
    }

    @Test(arguments: [[], ["0123456789"], ["01234", "", "56789"], ["0", "1", "2"]])
    func aBodyUpToTheLimitIsReadWhole(parts: [String]) async throws {
        let request = request(body: RequestBody(asyncSequence: Parts(parts: parts)))
        let body = try await request.collectBody(upTo: 10, within: .seconds(300))
        #expect(String(buffer: body) == parts.joined())
    }

    @Test func aBodyAboveTheLimitIsRefusedAndNotReadFurther() async throws {
        let parts = Parts(parts: ["01234", "567890", "more", "and more"])
        // What it said of its length makes no difference.
        let request = request(length: "3", body: RequestBody(asyncSequence: parts))
        await #expect(throws: RequestBodyError.self) {
            try await request.collectBody(upTo: 10, within: .seconds(300))
        }
        #expect(parts.asked.value.load(ordering: .relaxed) == 2)
    }

    @Test func aBodyThatBreaksOffIsInvalid() async throws {
        let request = request(body: RequestBody(asyncSequence: Parts(parts: ["01", "broken"])))
        let error = await #expect(throws: RequestBodyError.self) {
            try await request.collectBody(upTo: 10, within: .seconds(300))
        }
        #expect(error?.code == .invalid && error?.cause is Broken)
    }

    @Test func aBodyThatDoesNotArriveInTimeIsAnError() async throws {
        let (parts, input) = AsyncStream<ByteBuffer>.makeStream()
        let ended = AsyncStream<Void>.makeStream()
        input.onTermination = { _ in ended.continuation.finish() }
        input.yield(ByteBuffer(string: "half of it"))
        let request = request(body: RequestBody(asyncSequence: parts))
        let error = await #expect(throws: RequestBodyError.self) {
            try await withTimeLimit(on: "the end of the time for a body") {
                try await request.collectBody(upTo: 1000, within: .milliseconds(1))
            }
        }
        #expect(error?.code == .timedOut)
        // Nobody reads on.
        try await withTimeLimit(on: "the end of the reading") { for await _ in ended.stream {} }
    }
}
