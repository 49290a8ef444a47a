import AsyncPrimitives
import Foundation
import LocalAPI
import Logging
import ServiceLifecycle
import SurfaceTestSupport
import Testing
import TodayTestSupport

/// Runs a server for a state folder of its own as long as `body` runs, and checks that it leaves nothing behind.
func withLocalHost(
    _ host: StubHost = StubHost(screen: Samples.screen),
    _ body: @Sendable (HostClient, StubHost, LocalServer) async throws -> Void
) async throws {
    host.with { $0.apps = [Samples.weatherApp] }
    host.with { $0.scenes[Samples.weatherURL] = Samples.scene() }
    try await withTemporaryDirectory { folder in
        let state = URL(filePath: folder)
        let routes = HostRoutes<LocalContext>(host: host, version: "1.2.3") { _ in
            OneTimeLink(link: "http://x.localhost:1/link/t", url: "http://x.localhost:1", seconds: 600)
        }
        let logger = Logger(label: "test")
        let server = try LocalServer(routes: routes, stateDirectory: state, environment: [:], logger: logger)
        let client = try HostClient(stateDirectory: state, environment: [:], surface: "first")
        let group = ServiceGroup(services: [server], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            await server.serving.wait()
            do {
                try await body(client, host, server)
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(!FileManager.default.fileExists(atPath: server.socket.path))
        #expect(!FileManager.default.fileExists(atPath: SocketPath.addressFile(in: state)))
    }
}
