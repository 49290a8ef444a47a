package import AsyncPrimitives
package import Foundation
import Glibc
import HTTPServing
import HTTPTypes
package import HostModel
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle
import TodayProtocol

/// Serves the host's routes to the person's own tools, over a Unix socket.
///
/// Only the person can enter the socket's folder and open the socket, and the kernel reports the user of every
/// connection. There must be at most one server per state folder: the host that holds the folder's lock replaces a
/// socket that a killed host left behind.
package struct LocalServer: Service {
    /// Time that requests get to finish after the server was asked to stop.
    package static let grace = Duration.milliseconds(500)

    package let socket: SocketPath
    package let serving = OneTimeSignal()

    private let routes: HostRoutes<LocalContext>
    private let addressFile: String
    private let logger: Logger

    /// Makes a server for the state folder of a host; it writes nothing to disk before ``run()``.
    package init(
        routes: HostRoutes<LocalContext>,
        stateDirectory: URL,
        environment: [String: String],
        logger: Logger
    ) throws(HostError) {
        self.routes = routes
        self.logger = logger
        socket = try SocketPath.resolve(stateDirectory: stateDirectory, environment: environment)
        addressFile = SocketPath.addressFile(in: stateDirectory)
    }

    /// Serves until graceful shutdown or cancellation, then removes the socket.
    ///
    /// - Throws: `stateUnavailable` if the folder or the socket cannot be created, or belongs to another user.
    package func run() async throws {
        try prepareFolder()
        defer {
            unlink(socket.path)
            unlink(addressFile)
        }
        let router = Router(context: LocalContext.self)
        router.add(middleware: ErrorMiddleware.hostAPI())
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
                    try writeAddressFile()
                } catch {
                    logger.error(
                        "Cannot write the address of the socket",
                        metadata: ["path": "\(addressFile)", "error": "\(error)"]
                    )
                }
                serving.raise()
            }
        )
        try await server.run()
    }

    private func writeAddressFile() throws {
        let url = URL(filePath: addressFile)
        try Data(socket.path.utf8).write(to: url, options: .atomic)
        guard chmod(addressFile, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
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

/// The context of a request over the Unix socket, where only the person can connect.
package struct LocalContext: SurfaceContext {
    private static let surfaceField = HTTPField.Name(LocalHeader.surface) ?? .from

    package var coreContext: CoreRequestContextStorage

    package init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    /// Returns the tool that the header names; all tools without the header are one surface.
    package func surface(of request: Request) throws -> SurfaceID {
        guard let name = request.headers[Self.surfaceField] else { return .local }
        guard (1...64).contains(name.utf8.count) else {
            throw HTTPError(.badRequest, message: "The header \(LocalHeader.surface) has 1 to 64 bytes.")
        }
        return SurfaceID("local." + name)
    }
}
