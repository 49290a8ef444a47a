import AsyncPrimitives
import Foundation
import Host
import HostModel
import LocalAPI
import Logging
import ServiceLifecycle
import SurfaceTestSupport
import Testing
import TodayTestSupport

@testable import TodayCommands

/// A stub of a host, to which real commands send requests over a real socket.
struct LocalToday: Sendable {
    /// The host.
    let host: StubHost
    /// Its state folder.
    let state: String

    /// Runs a command and expects an exit status.
    ///
    /// - Returns: The output of the command.
    @discardableResult
    func run(
        _ arguments: String...,
        on console: RecordingConsole = RecordingConsole(),
        zone: String = "UTC",
        status: TodayCommands.ExitStatus = .success,
        _ location: SourceLocation = #_sourceLocation
    ) async -> String {
        let context = console.context(environment: ["HOME": state], zone: zone, now: Samples.now)
        let ended = await CommandLineProgram.run(arguments + ["--state", state], in: context)
        #expect(ended == status, "\(console.error)", sourceLocation: location)
        return console.output
    }

    /// The requests that the host got, as texts, without those for the list of notifications.
    var log: [String] { host.with(\.sent).filter { !($0 is GetNotificationsRequest) }.map { "\($0)" } }
}

/// Serves a stub of a host to local tools as long as `body` runs.
func withLocalToday(_ body: @Sendable (LocalToday) async throws -> Void) async throws {
    let host = StubHost(screen: Samples.screen)
    host.with { state in
        state.apps = [Samples.weatherApp]
        state.scenes[Samples.weatherURL] = Samples.scene()
    }
    try await withTemporaryDirectory { folder in
        let logger = Logger(label: "test")
        let routes = HostRoutes<LocalContext>(host: host, version: "1") { page in
            OneTimeLink(link: page == "/" ? "l" : page, url: "u", seconds: 1)
        }
        let server = try LocalServer(
            routes: routes,
            stateDirectory: URL(filePath: folder),
            environment: [:],
            logger: logger
        )
        let group = ServiceGroup(services: [server], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            await server.serving.wait()
            do {
                try await body(LocalToday(host: host, state: folder))
            } catch {
                await group.triggerGracefulShutdown()
                throw error
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}
