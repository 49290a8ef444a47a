import AsyncPrimitives
import Foundation
import Glibc
import Host
import HostAPI
import JSON
import Logging
import ServiceLifecycle
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

/// The client and the server over a real Unix socket.
@Suite(.timeLimit(.minutes(10))) struct HostClientTests {
    @Test func everyFunctionReachesItsNamesake() async throws {
        try await withLocalHost { client, host, _ in
            let viewer = Viewer(language: "de-DE", zone: "Europe/Berlin")
            #expect(try await client.version().version == "1.2.3")
            #expect(try await client.screen(for: viewer, opens: true) == Samples.screen)
            #expect(try await client.screen(for: viewer, opens: false) == Samples.screen)
            try await client.reload(WidgetID("a.b"))
            #expect(try await client.ledger(of: WidgetID("a.b"), limit: 5).first?.milliseconds == 1.5)
            let tap = Tap(
                id: TapID("t1"),
                target: .scene(url: "weather://"),
                verb: "v",
                data: ["x": 1.0],
                inputs: ["i": "ü"]
            )
            #expect(try await client.perform(tap, viewer: viewer) == .done(open: nil))
            #expect(host.with(\.taps) == [tap])
            #expect(try await client.open(url: "weather://", viewer: viewer) == .scene(url: "weather://"))
            #expect(try await client.scene(url: "weather://", viewer: viewer) == Samples.scene())
            #expect(try await client.apps(language: "fr") == [Samples.weatherApp])
            #expect(try await client.findApp("Weather") == AppID("com.example.weather"))
            #expect(try await client.findWidget("Weather") == WidgetID("com.example.weather.widget"))
            #expect(
                try await client.install(path: "/a b/ü.app", consent: .everything)
                    == .installed(app: Samples.weatherApp)
            )
            for consent in [InstallConsent.none, .to(digest: "d0")] {
                guard case .consentNeeded(_, _, _, "d1") = try await client.install(path: "/x", consent: consent) else {
                    Issue.record("consent should be needed")
                    return
                }
            }
            #expect(
                try await client.install(path: "/x", consent: .to(digest: "d1")) == .installed(app: Samples.weatherApp)
            )
            try await client.setAllowed("localhost:8080", true, for: AppID("com.example.weather"))
            try await client.setAllowed("localhost:8080", false, for: AppID("com.example.weather"))
            try await client.uninstall(AppID("com.example.weather"), keepsData: true)
            #expect(try await client.makeLink().seconds == 600)
            try await client.setScreen([WidgetID("com.example.habits.widget")])
            #expect(
                host.with(\.log) == [
                    "screen de-DE Europe/Berlin opens", "screen de-DE Europe/Berlin", "reload a.b", "ledger a.b 5",
                    "perform t1", "open weather:// commandLine", "scene weather://", "apps fr", "findApp Weather",
                    "findWidget Weather", "install /a b/ü.app everything", "install /x none",
                    "install /x to(digest: \"d0\")", "install /x to(digest: \"d1\")",
                    "setAllowed localhost:8080 true com.example.weather",
                    "setAllowed localhost:8080 false com.example.weather", "uninstall com.example.weather true",
                    "setScreen [\"com.example.habits.widget\"]",
                ]
            )
        }
    }

    @Test(arguments: ["key", "a key/with %2F and ü?#", "..", "."])
    func defaultsKeepTheirTypesUnderAnyKey(key: String) async throws {
        try await withLocalHost { client, _, _ in
            let group = GroupID("group.com.example")
            let values: [PropertyValue] = [
                .integer(1), .real(1), .bool(true), .string("ü"), .date(Date(timeIntervalSince1970: 1.5)),
                .data(Data([0, 255])), .array([.integer(1)]), .dictionary(["a": .real(0.5)]),
            ]
            for value in values {
                try await client.setDefault(value, for: key, in: group)
                #expect(try await client.defaults(of: group, key: key) == [key: value])
            }
            try await client.setDefault(nil, for: key, in: group)
            #expect(try await client.defaults(of: group, key: nil) == [:])
        }
    }

    @Test(arguments: [
        HostError.Code.notFound, .invalid, .badBundle, .consentNeeded, .claimed, .processFailed, .stateUnavailable,
        .sandboxUnavailable, .internal,
    ])
    func anErrorArrivesAsItWas(code: HostError.Code) async throws {
        let host = MemoryHost(screen: Samples.screen)
        host.with { $0.failure = HostError(code, "Two lines\nof “text”.") }
        try await withLocalHost(host) { client, _, _ in
            await #expect {
                try await client.reload(WidgetID("a"))
            } throws: { error in
                (error as? HostError)?.code == code && (error as? HostError)?.message == "Two lines\nof “text”."
            }
        }
    }

    @Test func eventsArriveInOrderUntilTheHostEnds() async throws {
        try await withLocalHost { client, host, _ in
            struct Enough: Error {}
            let position = ScreenPosition(epoch: "e1", revision: Revision(4))
            var seen: [ScreenEvent.Change] = []
            await #expect(throws: Enough.self) {
                try await client.watch(for: Samples.viewer, after: position) { event in
                    seen.append(event.change)
                    if seen.count == 2 { host.send(ScreenEvent(position: position, change: .open(url: "weather://"))) }
                    if seen.count == 3 { throw Enough() }
                }
            }
            #expect(
                seen == [
                    .widget(Samples.screen.widgets[0]), .widget(Samples.screen.widgets[1]), .open(url: "weather://"),
                ]
            )
            async let ended: Void = client.watch(for: Samples.viewer) { _ in host.endEvents() }
            try await ended
        }
    }

    @Test func withoutAHostItSaysHowToStartOne() async throws {
        try await withTemporaryDirectory { folder in
            let client = try HostClient(stateDirectory: URL(filePath: folder), environment: [:])
            await #expect {
                _ = try await client.version()
            } throws: { error in
                (error as? HostError)?.code == .stateUnavailable
                    && (error as? HostError)?.message
                        == "Today is not running for \(folder); start it with: today run --state \(folder)"
            }
        }
    }

    @Test func onlyThePersonCanReachTheSocket() async throws {
        try await withLocalHost { _, _, server in
            var status = stat()
            #expect(lstat(server.socket.folder, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o700)
            #expect(lstat(server.socket.path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
    }

    @Test func aClientFindsAHostThatWasStartedInAnotherEnvironment() async throws {
        try await withTemporaryDirectory { folder in
            let state = URL(filePath: folder).appending(path: "state")
            try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
            let logger = Logger(label: "test")
            let server = try LocalServer(
                routes: HostRoutes<LocalContext>(host: MemoryHost(screen: Samples.screen), version: "1") {
                    throw CancellationError()
                },
                stateDirectory: state,
                environment: ["XDG_RUNTIME_DIR": folder],
                logger: logger
            )
            #expect(server.socket.folder == folder + "/today")
            let group = ServiceGroup(services: [server], logger: logger)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                await server.serving.wait()
                let client = try HostClient(stateDirectory: state, environment: [:])
                let version = try? await client.version()
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
                #expect(version?.version == "1")
            }
        }
    }

    @Test func aSocketThatAKilledHostLeftIsReplaced() async throws {
        try await withTemporaryDirectory { folder in
            let state = URL(filePath: folder)
            let socket = try SocketPath.resolve(stateDirectory: state, environment: [:])
            try FileManager.default.createDirectory(atPath: socket.folder, withIntermediateDirectories: true)
            try leaveSocket(at: socket.path)
            #expect(FileManager.default.fileExists(atPath: socket.path))
            let logger = Logger(label: "test")
            let server = try LocalServer(
                routes: HostRoutes<LocalContext>(host: MemoryHost(screen: Samples.screen), version: "1") {
                    throw CancellationError()
                },
                stateDirectory: state,
                environment: [:],
                logger: logger
            )
            let group = ServiceGroup(services: [server], logger: logger)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                await server.serving.wait()
                let version = try? await HostClient(stateDirectory: state, environment: [:]).version()
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
                #expect(version?.version == "1")
            }
        }
    }

    /// Binds a socket and closes it, as a process does that is killed.
    private func leaveSocket(at path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }
}
