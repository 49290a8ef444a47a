package import AsyncPrimitives
package import Foundation
import Glibc
import HTTPServing
import HTTPTypes
package import Host
import HostClock
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
package import Notifications
import ServiceLifecycle

/// Serves the host's routes to the person's own tools, over a Unix socket.
///
/// Its folder can be entered by the person alone, the socket opened by the person alone, and every connection is
/// checked by the kernel's note of who made it. There must be one per state folder; whoever holds the host's lock
/// may replace a socket that a killed host left behind.
package struct LocalServer: Service {
    /// How long requests may go on after the server was asked to stop.
    package static let grace = Duration.milliseconds(500)

    /// Where it listens.
    package let socket: SocketPath
    /// Given once it does.
    package let serving = OneTimeSignal()

    private let routes: HostRoutes<LocalContext>
    private let note: String
    private let logger: Logger

    /// Makes a server; nothing is made on disk before ``run()``.
    ///
    /// - Throws: `stateUnavailable` if the socket's path would be too long.
    package init(
        routes: HostRoutes<LocalContext>,
        stateDirectory: URL,
        environment: [String: String],
        logger: Logger
    ) throws(HostError) {
        self.routes = routes
        self.logger = logger
        socket = try SocketPath.resolve(stateDirectory: stateDirectory, environment: environment)
        note = SocketPath.note(in: stateDirectory)
    }

    /// Serves until graceful shutdown or cancellation, then removes the socket.
    ///
    /// - Throws: `stateUnavailable` if the folder or the socket cannot be made, or belongs to somebody else.
    package func run() async throws {
        try prepareFolder()
        defer {
            unlink(socket.path)
            unlink(note)
        }
        let router = Router(context: LocalContext.self)
        router.add(middleware: ErrorMiddleware.hostAPI)
        router.addRoutes(routes.forLocalTools, atPath: "/api")
        let logger = logger
        let server = HTTPServer(
            router.buildResponder(),
            address: .unixDomainSocket(path: socket.path),
            channel: HTTP1Channel.Configuration(
                additionalChannelHandlers: [PeerCheckHandler(logger: logger, user: PeerUser.ofUnixSocket)],
                idleTimeout: .seconds(60)
            ),
            grace: Self.grace,
            logger: logger,
            makeContext: LocalContext.init(source:),
            onRunning: { _ in
                if chmod(socket.path, 0o600) != 0 {
                    logger.error("Cannot close the socket to others", metadata: ["path": "\(socket.path)"])
                }
                do {
                    try writeNote()
                } catch {
                    logger.error("Cannot note the socket", metadata: ["path": "\(note)", "error": "\(error)"])
                }
                serving.give()
            }
        )
        try await server.run()
    }

    private func writeNote() throws {
        let url = URL(filePath: note)
        try Data(socket.path.utf8).write(to: url, options: .atomic)
        guard chmod(note, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    private func prepareFolder() throws(HostError) {
        do {
            try FileManager.default.createDirectory(
                atPath: socket.folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw unusable("cannot be made", cause: error)
        }
        var status = stat()
        guard lstat(socket.folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw unusable("is no folder")
        }
        guard status.st_uid == getuid() else { throw unusable("belongs to somebody else") }
        guard chmod(socket.folder, 0o700) == 0 else { throw unusable("cannot be closed to others") }
    }

    private func unusable(_ what: String, cause: (any Error)? = nil) -> HostError {
        HostError(.stateUnavailable, "The folder \(socket.folder) for Today's socket \(what).", cause: cause)
    }
}

/// The context of a request over the Unix socket; whoever connects there is the person.
package struct LocalContext: SurfaceContext {
    /// The name of the header in which a local tool names itself, so that a passcode holds for one run of it.
    package static let surfaceHeader = HTTPField.Name("Today-Surface") ?? .from

    /// What Hummingbird keeps.
    package var coreContext: CoreRequestContextStorage

    /// Makes the context of one request.
    package init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    /// The tool that the header names, or the one surface of all that name none.
    package func surface(of request: Request) throws -> SurfaceID {
        guard let name = request.headers[Self.surfaceHeader] else { return SurfaceID("local") }
        guard (1...64).contains(name.utf8.count) else {
            throw HTTPError(.badRequest, message: "The header Today-Surface has 1 to 64 bytes.")
        }
        return SurfaceID("local." + name)
    }
}
