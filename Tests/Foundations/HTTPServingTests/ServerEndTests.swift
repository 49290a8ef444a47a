import AsyncPrimitives
import Glibc
import HTTPServing
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Testing

/// Ending a server, with clients that do not stop connecting.
@Suite(.timeLimit(.minutes(10))) struct ServerEndTests {
    @Test func aServerEndsWhileClientsConnect() async throws {
        for _ in 0..<10 { try await serveAndEnd() }
    }

    /// So ends a shutdown that a request holds up.
    @Test func theCancellationOfAServerIsNotLoggedAsItsError() async throws {
        let lines = LoggedLines()
        let serving = OneTimeSignal()
        let router = Router()
        router.get("/") { _, _ in "here" }
        let server = HTTPServer(
            router.buildResponder(),
            address: .hostname("127.0.0.1", port: 0),
            channel: HTTP1Channel.Configuration(),
            grace: .seconds(20),
            logger: lines.logger,
            makeContext: BasicRequestContext.init(source:),
            onRunning: { _ in serving.raise() }
        )
        let running = Task { try await server.run() }
        await serving.wait()
        running.cancel()
        _ = await running.result
        #expect(lines.all.contains { $0.contains("CancellationError") } == false, "\(lines.all)")
    }

    /// Serves for a moment: until the clients are at it.
    private func serveAndEnd() async throws {
        let port = Mutex(0)
        let serving = OneTimeSignal()
        let router = Router()
        router.get("/") { _, _ in "here" }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let server = HTTPServer(
            router.buildResponder(),
            address: .hostname("127.0.0.1", port: 0),
            channel: HTTP1Channel.Configuration(),
            grace: .seconds(20),
            logger: logger,
            makeContext: BasicRequestContext.init(source:),
            onRunning: { channel in
                port.withLock { $0 = channel.localAddress?.port ?? 0 }
                serving.raise()
            }
        )
        let group = ServiceGroup(services: [server], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            await serving.wait()
            let number = port.withLock(\.self)
            let connected = OneTimeSignal()
            tasks.addTask { await connectUntilRefused(to: number, connected: connected) }
            await connected.wait()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Connects again and again until nobody listens any more; not for ever, since other tests share the server's loop.
    @concurrent
    private func connectUntilRefused(to port: Int, connected: OneTimeSignal) async {
        for _ in 0..<500 {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            guard let address = try? SocketAddress(ipAddress: "127.0.0.1", port: port) else { return }
            let isConnected = address.withSockAddr { connect(descriptor, $0, socklen_t($1)) == 0 }
            guard isConnected else { return }
            connected.raise()
            // The server needs the thread too.
            await Task.yield()
        }
    }
}

/// A log that keeps its lines.
private final class LoggedLines: Sendable {
    private struct Handler: LogHandler {
        let lines: LoggedLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.state.withLock { $0.append(event.message.description) } }
    }

    private let state = Mutex<[String]>([])

    var all: [String] { state.withLock(\.self) }

    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }
}
