import AsyncPrimitives
import Foundation
import Host
import HostModel
import LocalAPI
import Logging
import ServiceLifecycle
import SurfaceTestSupport
import TodayProtocol
import TodayScreen
import TodayWeb
import UnixSignals

/// Serves the pages with samples instead of a host, to look at them while their style is being worked on.
///
/// It prints the one-time link and runs until it is stopped. The argument `empty` shows the screen before anything is
/// installed, `warning` adds one, `live` changes the weather every two seconds. Lines on its standard input make things
/// happen (``PreviewScript``).
@main
struct PreviewServer {
    @concurrent
    static func main() async throws {
        let arguments = Set(CommandLine.arguments.dropFirst())
        let host = StubHost(screen: arguments.contains("empty") ? Samples.emptyScreen : Samples.screen)
        host.with { state in
            state.scenes[Samples.weatherURL] = Samples.scene()
            state.scenes["shopping://list"] = Samples.scene()
            state.apps = [Samples.weatherApp]
            state.outcome = .invalidInputs(errors: ["latitude": "A latitude is between -90 and 90."])
            if !arguments.contains("empty") {
                state.screen.apps.append(.init(id: Samples.shopping, title: "Shopping List", url: "shopping://list"))
            }
            if arguments.contains("warning") {
                state.screen.warnings = [
                    "Processes run without a sandbox: bubblewrap is missing. Run script/bootstrap."
                ]
            }
        }
        if !arguments.contains("empty") {
            host.setComplication(Samples.habitsComplication, of: Samples.habitsComplication.app)
        }
        let logger = Logger(label: "preview")
        let server = try await WebServer(host: host, version: "preview", port: nil, logger: logger)
        let group = ServiceGroup(services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            if arguments.contains("live") { tasks.addTask { try await changeWeather(of: host) } }
            await server.serving.wait()
            print(server.makeLink().link)
            fflush(nil)
            PreviewScript(host: host, makeLink: { server.makeLink(to: $0).link }).start()
            try await tasks.next()
            tasks.cancelAll()
        }
    }

    private static func changeWeather(of host: StubHost) async throws {
        for degrees in 62... {
            try await Task.sleep(for: .seconds(2))
            let event = host.with { state -> ScreenEvent in
                state.screen.revision = Revision(state.screen.revision.number + 1)
                state.screen.widgets[0].revision = state.screen.revision
                state.screen.widgets[0].title = "Weather \(degrees)"
                return ScreenEvent(position: state.screen.position, change: .widget(state.screen.widgets[0]))
            }
            host.emit(event)
        }
    }
}
