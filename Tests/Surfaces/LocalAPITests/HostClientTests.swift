import AsyncPrimitives
import Foundation
import Glibc
import Host
import HostModel
import JSON
import LocalAPI
import Logging
import ServiceLifecycle
import SurfaceTestSupport
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

/// The client and the server over a real Unix socket.
@Suite(.timeLimit(.minutes(10))) struct HostClientTests {
    @Test func everyRequestArrivesAsItWasSent() async throws {
        try await withLocalHost { client, host, _ in
            let viewer = Viewer(language: "de-DE", zone: "Europe/Berlin")
            #expect(try await client.send(GetVersionRequest()).version == "1.2.3")
            #expect(try await client.send(GetScreenRequest(for: viewer, opens: true)) == Samples.screen)
            #expect(
                try await client.send(GetScreenRequest(for: viewer, opens: false, settle: .seconds(5)))
                    == Samples.screen
            )
            try await client.send(ReloadWidgetRequest(WidgetID("a.b"), language: "fr"))
            #expect(try await client.send(GetLedgerRequest(of: WidgetID("a.b"), limit: 5)).first?.milliseconds == 1.5)
            let schedule = try await client.send(GetUpdateScheduleRequest(of: WidgetID("a.b")))
            let log = try await client.send(GetAppLogRequest(of: .widget(WidgetID("a.b")), after: 7, wait: .seconds(2)))
            #expect(log.map(\.number) == [8])
            #expect(try await client.send(GetUpdateProblemsRequest(of: AppID("a"))).map(\.standardError) == [["Ouch"]])
            #expect(schedule.obstacle == .limitReached)
            #expect(schedule.unseenUpdates == 64)
            let tap = Tap(
                id: TapID("t1"),
                target: .scene(url: "weather://"),
                verb: "v",
                data: ["x": 1.0],
                inputs: ["i": "ü"]
            )
            #expect(try await client.send(PerformTapRequest(tap, viewer: viewer)) == .done(open: nil))
            #expect(
                try await client.send(OpenURLRequest(url: "weather://", viewer: viewer)) == .scene(url: "weather://")
            )
            #expect(try await client.send(GetSceneRequest(url: "weather://", viewer: viewer)) == Samples.scene())
            #expect(try await client.send(ListAppsRequest(language: "fr")) == [Samples.weatherApp])
            #expect(try await client.send(FindAppRequest("Weather")) == AppID("com.example.weather"))
            #expect(try await client.send(FindWidgetRequest("Weather")) == WidgetID("com.example.weather.widget"))
            #expect(
                try await client.send(InstallAppRequest(path: "/a b/ü.app", consent: .everything))
                    == .installed(app: Samples.weatherApp)
            )
            for consent in [InstallConsent.none, .to(digest: "d0")] {
                #expect(
                    try await client.send(InstallAppRequest(path: "/x", consent: consent))
                        == .consentNeeded(sheet: Samples.consentSheet(asking: "d1"))
                )
            }
            #expect(
                try await client.send(
                    InstallAppRequest(path: "/x", consent: .to(digest: Samples.consentSheet(asking: "d1").digest))
                )
                    == .installed(app: Samples.weatherApp)
            )
            try await client.send(SetAllowedServerRequest("localhost:8080", true, for: AppID("com.example.weather")))
            try await client.send(SetAllowedServerRequest("localhost:8080", false, for: AppID("com.example.weather")))
            // Sentences arrive in English, without their keys.
            var rights = Samples.weatherRights
            for index in rights.rights.indices {
                rights.rights[index].sentence = .text(rights.rights[index].sentence.english)
            }
            rights.unsupported = rights.unsupported.map { .text($0.english) }
            #expect(try await client.send(GetAppRightsRequest(of: rights.app, language: "fr")) == rights)
            try await client.send(SetAppRightRequest("network", true, of: AppID("com.example.weather")))
            try await client.send(SetAppRightRequest("network", false, of: AppID("com.example.weather")))
            try await client.send(UninstallAppRequest(AppID("com.example.weather"), keepsData: true))
            #expect(try await client.send(MakeLinkRequest()).seconds == 600)
            try await client.send(SetScreenRequest([WidgetID("com.example.habits.widget")]))
            let app = AppID("com.example.weather")
            let sent: [any HostRequest] = [
                GetScreenRequest(for: viewer, opens: true),
                GetScreenRequest(for: viewer, opens: false, settle: .seconds(5)),
                ReloadWidgetRequest(WidgetID("a.b"), language: "fr"),
                GetLedgerRequest(of: WidgetID("a.b"), limit: 5),
                GetUpdateScheduleRequest(of: WidgetID("a.b")),
                GetAppLogRequest(of: .widget(WidgetID("a.b")), after: 7, wait: .seconds(2)),
                GetUpdateProblemsRequest(of: AppID("a")),
                PerformTapRequest(tap, viewer: viewer),
                OpenURLRequest(url: "weather://", source: .commandLine, viewer: viewer),
                GetSceneRequest(url: "weather://", viewer: viewer),
                ListAppsRequest(language: "fr"),
                FindAppRequest("Weather"),
                FindWidgetRequest("Weather"),
                InstallAppRequest(path: "/a b/ü.app", consent: .everything),
                InstallAppRequest(path: "/x", consent: .none),
                InstallAppRequest(path: "/x", consent: .to(digest: "d0")),
                InstallAppRequest(path: "/x", consent: .to(digest: Samples.consentSheet(asking: "d1").digest)),
                SetAllowedServerRequest("localhost:8080", true, for: app),
                SetAllowedServerRequest("localhost:8080", false, for: app),
                GetAppRightsRequest(of: app, language: "fr"),
                SetAppRightRequest("network", true, of: app),
                SetAppRightRequest("network", false, of: app),
                UninstallAppRequest(app, keepsData: true),
                SetScreenRequest([WidgetID("com.example.habits.widget")]),
            ]
            #expect(host.log == sent.map { "\($0)" })
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
                try await client.send(SetDefaultRequest(value, for: key, in: group))
                #expect(try await client.send(GetDefaultsRequest(of: group, key: key)) == [key: value])
            }
            try await client.send(SetDefaultRequest(nil, for: key, in: group))
            #expect(try await client.send(GetDefaultsRequest(of: group, key: nil)) == [:])
        }
    }

    @Test(arguments: [
        HostError.Code.notFound, .invalid, .badBundle, .claimed, .processFailed, .stateUnavailable,
        .sandboxUnavailable, .internal,
    ])
    func anErrorArrivesAsItWas(code: HostError.Code) async throws {
        let host = StubHost(screen: Samples.screen)
        host.with { $0.failure = HostError(code, "Two lines\nof “text”.") }
        try await withLocalHost(host) { client, _, _ in
            await #expect {
                try await client.send(ReloadWidgetRequest(WidgetID("a")))
            } throws: { error in
                (error as? HostError)?.code == code && (error as? HostError)?.message == "Two lines\nof “text”."
            }
        }
    }

    @Test func anErrorKeepsItsKey() async throws {
        let host = StubHost(screen: Samples.screen)
        let text = LocalizableText.couldNotBeStarted("News", reason: LocalizableText.bubblewrapGonePhrase)
        host.with { $0.failure = HostError(.processFailed, text) }
        try await withLocalHost(host) { client, _, _ in
            await #expect {
                try await client.send(ReloadWidgetRequest(WidgetID("a")))
            } throws: { error in
                (error as? HostError)?.text == text
            }
        }
    }

    @Test func anErrorOfAnotherVersionIsItsMessage() throws {
        let json: JSONValue = ["code": "notFound", "message": "It is gone.", "text": ["key": "noSuchSentence"]]
        let error = try json.decode(HostErrorBody.self).error
        #expect(error.text == "It is gone.")
        // Errors without a key have no text.
        #expect(try JSONValue(encoding: HostErrorBody(error)) == ["code": "notFound", "message": "It is gone."])
    }

    @Test func eventsArriveInOrderUntilTheHostEnds() async throws {
        try await withLocalHost { client, host, _ in
            struct Enough: Error {}
            let position = ScreenPosition(epoch: "e1", revision: Revision(4))
            var seen: [ScreenEvent.Change] = []
            await #expect(throws: Enough.self) {
                try await client.watch(ScreenEvent.self, for: Samples.viewer, after: position) { event in
                    seen.append(event.change)
                    if seen.count == 2 { host.emit(ScreenEvent(position: position, change: .open(url: "weather://"))) }
                    if seen.count == 3 { throw Enough() }
                }
            }
            #expect(
                seen == [
                    .widget(Samples.screen.widgets[0]), .widget(Samples.screen.widgets[1]), .open(url: "weather://"),
                ]
            )
            async let ended: Void = client.watch(ScreenEvent.self, for: Samples.viewer) { _ in host.endEvents() }
            try await ended
        }
    }

    @Test func withoutAHostItSaysHowToStartOne() async throws {
        try await withTemporaryDirectory { folder in
            let client = try HostClient(stateDirectory: URL(filePath: folder), environment: [:])
            await #expect {
                _ = try await client.send(GetVersionRequest())
            } throws: { error in
                (error as? HostError)?.code == .notRunning
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
                routes: HostRoutes<LocalContext>(host: StubHost(screen: Samples.screen), version: "1") { _ in
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
                let version = try? await client.send(GetVersionRequest())
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
                routes: HostRoutes<LocalContext>(host: StubHost(screen: Samples.screen), version: "1") { _ in
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
                let version = try? await HostClient(stateDirectory: state, environment: [:]).send(GetVersionRequest())
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
