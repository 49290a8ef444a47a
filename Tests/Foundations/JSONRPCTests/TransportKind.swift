import Glibc
import JSON
import JSONRPC
import Synchronization
import Testing
import TodayTestSupport

/// The transport that connects two sides in a test.
enum TransportKind: CaseIterable, Sendable {
    case memory, pipes

    /// Creates both ends.
    func pair(lineLimit: Int = 1 << 20) throws -> (any LineTransport, any LineTransport) {
        switch self {
        case .memory:
            return MemoryTransport.pair()
        case .pipes:
            let (there, back) = (try Self.makePipe(), try Self.makePipe())
            return (
                PipeTransport(input: back.read, output: there.write, lineLimit: lineLimit),
                PipeTransport(input: there.read, output: back.write, lineLimit: lineLimit)
            )
        }
    }

    static func makePipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }
}

/// Runs two connected connections while `body` runs.
func withConnections(
    _ kind: TransportKind,
    left: some RPCHandler = Recorder(),
    right: some RPCHandler = Recorder(),
    clock: any Clock<Duration> = ContinuousClock(),
    body: (RPCConnection, RPCConnection) async throws -> Void
) async throws {
    let (leftEnd, rightEnd) = try kind.pair()
    let leftConnection = RPCConnection(transport: leftEnd, clock: clock)
    let rightConnection = RPCConnection(transport: rightEnd, clock: clock)
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await leftConnection.run(left) }
        group.addTask { try await rightConnection.run(right) }
        defer {
            leftConnection.close()
            rightConnection.close()
        }
        try await body(leftConnection, rightConnection)
    }
}

/// Records incoming messages in order, so that a test can wait for them.
final class Recorder: RPCHandler {
    enum Event: Sendable {
        case request(IncomingRequest)
        case notification(String, JSONValue)
        case cancelled(RPCID)
    }

    private let stream: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    init() { (stream, continuation) = AsyncStream<Event>.makeStream() }

    func receive(_ request: IncomingRequest) { continuation.yield(.request(request)) }
    func receive(notification method: String, params: JSONValue) { continuation.yield(.notification(method, params)) }
    func cancel(_ id: RPCID) { continuation.yield(.cancelled(id)) }

    /// The next messages as they arrive; for one task.
    var events: AsyncStream<Event> { stream }

    /// Waits for a request and skips everything before it.
    func nextRequest() async throws -> IncomingRequest {
        try await withTimeLimit(on: "a request") { [stream] in
            for await event in stream {
                if case .request(let request) = event { return request }
            }
            throw CancellationError()
        }
    }

    /// Waits for a cancellation and skips everything before it.
    func nextCancellation() async throws -> RPCID {
        try await withTimeLimit(on: "a cancellation") { [stream] in
            for await event in stream {
                if case .cancelled(let id) = event { return id }
            }
            throw CancellationError()
        }
    }
}

/// Replies to every request with its own parameters.
struct Echo: RPCHandler {
    func receive(_ request: IncomingRequest) { request.reply(request.params) }
    func receive(notification method: String, params: JSONValue) {}
}

/// A request for tests.
struct Greeting: RPCRequest, Equatable {
    static let method = "greet"
    struct Reply: Codable, Sendable, Equatable { var text: String }
    var text: String
}

/// A notification for tests.
struct Progress: RPCNotification {
    static let method = "progress"
    var numbers: [Int]
}

/// Records the lines that a reader delivers.
final class LineRecorder: Sendable {
    private let storage = Mutex<[String]>([])

    var lines: [String] { storage.withLock(\.self) }

    func add(_ line: [UInt8]) { storage.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
}
