import AsyncPrimitives
import Glibc
import HTTPServing
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization
import Testing
import TodayTestSupport

/// Servers with several event loops, and responses that leave HTTP.
@Suite(.timeLimit(.minutes(5))) struct EventLoopTests {
    private struct Context: RequestContext {
        var coreContext: CoreRequestContextStorage
        let channel: any Channel

        init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            channel = source.channel
        }
    }

    /// What a test notices of a server.
    private final class Notes: Sendable {
        let serving = OneTimeSignal()
        let port = Mutex(0)
        let loops = Mutex<Set<ObjectIdentifier>>([])
        /// The number of streams that have begun.
        let begun = Atomic(0)
    }

    private typealias Client = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A server on two event loops, whose responses are streams that begin with "here".
    private func server(_ notes: Notes, on group: MultiThreadedEventLoopGroup, port: Int = 0) -> HTTPServer {
        HTTPServer(
            CallbackResponder<Context> { _, context in
                Response(
                    status: .ok,
                    body: ResponseBody { _ in
                        let stream = try await ChunkStream.begin(on: context.channel, leaving: [])
                        try await stream.eventLoop.submit {
                            var chunk = ByteBuffer()
                            ChunkStream.encode("here", into: &chunk)
                            stream.write(chunk)
                        }.get()
                        throw ChunkStream.TookOver()
                    }
                )
            },
            address: .hostname("127.0.0.1", port: port),
            loops: group,
            channel: HTTP1Channel.Configuration(),
            grace: .seconds(60),
            logger: Self.logger,
            makeContext: { source in
                notes.loops.withLock { _ = $0.insert(ObjectIdentifier(source.channel.eventLoop)) }
                return Context(source: source)
            },
            onRunning: { channel in
                notes.port.withLock { $0 = channel.localAddress?.port ?? 0 }
                notes.serving.raise()
            }
        )
    }

    /// Serves while `body` runs, then shuts down gracefully.
    private func withServer(
        _ body: (Notes, MultiThreadedEventLoopGroup, ServiceGroup) async throws -> Void
    ) async throws {
        let loops = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        let notes = Notes()
        let services = ServiceGroup(services: [server(notes, on: loops)], logger: Self.logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            await notes.serving.wait()
            try await body(notes, loops, services)
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
        try await loops.shutdownGracefully()
    }

    private func connect(to notes: Notes) async throws -> Client {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: notes.port.withLock(\.self)) { channel in
                channel.eventLoop.makeCompletedFuture { try Client(wrappingChannelSynchronously: channel) }
            }
    }

    /// Sends a request and reads until a text, then calls `body`, and returns what comes until the server closes.
    private func request(
        _ client: Client,
        until text: String = "4\r\nhere\r\n",
        _ body: @Sendable @escaping () async throws -> Void
    ) async throws -> String {
        try await client.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))
            var received = ""
            var hasBegun = false
            for try await part in inbound {
                received += String(buffer: part)
                if !hasBegun, received.hasSuffix(text) {
                    hasBegun = true
                    try await body()
                }
            }
            return received
        }
    }

    @Test func connectionsAreDistributedAmongTheEventLoopsAndEndWithTheServer() async throws {
        try await withServer { notes, _, services in
            // That the kernel chooses the same socket for all of them is as good as impossible.
            let ends = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<64 {
                    let client = try await connect(to: notes)
                    group.addTask {
                        try await request(client) {
                            let count = notes.begun.add(1, ordering: .sequentiallyConsistent).newValue
                            if count == 64 { await services.triggerGracefulShutdown() }
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(ends.count == 64)
            #expect(ends.allSatisfy { $0.hasSuffix("\r\n\r\n4\r\nhere\r\n0\r\n\r\n") })
            #expect(notes.loops.withLock(\.count) == 2)
        }
    }

    @Test func aPortOnWhichAServerListensIsRefused() async throws {
        try await withServer { notes, loops, _ in
            let second = Notes()
            let other = server(second, on: loops, port: notes.port.withLock(\.self))
            let error = await #expect(throws: IOError.self) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await other.run() }
                    group.addTask {
                        await second.serving.wait()
                        throw CancellationError()
                    }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
            #expect(error?.errnoCode == EADDRINUSE)
        }
    }
}
