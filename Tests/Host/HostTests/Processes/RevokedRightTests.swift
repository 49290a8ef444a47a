import HostModel
import HostStorage
import JSON
import JSONRPC
import Notifications
import ProcessHost
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@testable import Host

/// What the person revokes is gone at once, also for a running process, and stays gone.
@Suite(.timeLimit(.minutes(5))) struct RevokedRightTests {
    private static let group = "group:\(WidgetApp.group)"
    private static let container = "container:\(WidgetApp.container)"

    private func set(_ right: String, _ isGranted: Bool, _ fixture: WidgetHostFixture) async throws {
        try await fixture.host.send(SetAppRightRequest(right, isGranted, of: WidgetApp.app))
    }

    private func rights(_ fixture: WidgetHostFixture) async throws -> [String: Bool] {
        let rights = try await fixture.host.send(GetAppRightsRequest(of: WidgetApp.app, language: "en")).rights
        return Dictionary(uniqueKeysWithValues: rights.map { ($0.identifier, $0.isGranted) })
    }

    /// The errors of the calls that the app made last.
    private func errors(_ fixture: WidgetHostFixture) async throws -> [(code: Int?, message: String)] {
        let count = try fixture.app.notes("results-app").count
        try await fixture.openApp()
        let notes = try fixture.app.notes("results-app")
        #expect(notes.count == count + 1)
        return try #require(notes.last?.arrayValue).map { answer in
            let error = answer.objectValue?["error"]?.objectValue
            return (error?["code"]?.integerValue, error?["message"]?.stringValue ?? "")
        }
    }

    @Test func noWidgetIsStartedOnceMoreWhileItsAppIsRemoved() async throws {
        try await withWidgetHost { fixture in
            let (host, screen) = (fixture.host, fixture.host.screen)
            // On a page, a change of the widget's group has it updated at once.
            let page = host.screenEvents(for: WidgetHostFixture.viewer, after: nil, scene: nil)
            try await fixture.store.commit(.defaults(.set(group: WidgetApp.group, key: "a", value: .integer(1))))
            try await withTimeLimit(on: "the widget's update") { await screen.waitUntilSettled(WidgetApp.widget) }
            await host.gateway.end(.widget(WidgetApp.widget, of: WidgetApp.app))
            func lines() -> [String] { fixture.log.recorded.filter { $0.contains("Example's widget") } }
            let before = lines()
            #expect(before.contains { $0.hasPrefix("Started ") })

            try await host.send(UninstallAppRequest(WidgetApp.app, keepsData: false))

            #expect(lines() == before)
            withExtendedLifetime(page) {}
        }
    }

    @Test func aRunningProcessIsRefusedWhatWasRevoked() async throws {
        try await withWidgetHost { fixture in
            try fixture.app.put(
                "calls",
                [
                    ["messages/list", [:]],
                    ["records/fetch", ["container": .string(WidgetApp.container), "names": ["a"]]],
                    ["http/fetch", ["url": "https://example.com/"]],
                ]
            )
            // The device has no cloud, and the app no host that it may fetch from: that is another refusal.
            let granted = try await errors(fixture).map(\.code)
            #expect(granted.count == 3 && !granted.contains(-32001))
            let runs = try fixture.app.notes("greeting-app").count

            for right in ["push", Self.container, "network"] { try await set(right, false, fixture) }

            let refused = try await errors(fixture)
            #expect(refused.map(\.code) == [-32001, -32001, -32001])
            for (error, right) in zip(refused, ["push", Self.container, "network"]) {
                #expect(error.message.contains("You have revoked the right \(right) of this app;"))
            }
            // It is the same process.
            #expect(try fixture.app.notes("greeting-app").count == runs)

            for right in ["push", Self.container, "network"] { try await set(right, true, fixture) }
            #expect(try await errors(fixture).map(\.code) == granted)
            #expect(try fixture.app.notes("greeting-app").count == runs)
        }
    }

    @Test func aProcessIsStartedAgainWithoutARevokedGroup() async throws {
        try await withWidgetHost { fixture in
            try fixture.app.put("calls", [["defaults/get", ["group": .string(WidgetApp.group.rawValue), "key": "k"]]])
            #expect(try await errors(fixture).map(\.code) == [nil])

            try await set(Self.group, false, fixture)

            let refused = try await errors(fixture)
            #expect(refused.map(\.code) == [-32001])
            #expect(refused.first?.message.contains(Self.group) == true)
            let greeting = try #require(try fixture.app.notes("greeting-app").last?.objectValue)
            let groups = (greeting["groups"]?.arrayValue ?? []).compactMap { $0.objectValue?["id"]?.stringValue }
            #expect(groups == [WidgetApp.appGroup.rawValue])
            #expect(try fixture.app.notes("greeting-app").count == 2)
            let installed = try #require(fixture.host.registry.app(WidgetApp.app))
            #expect(installed.program.groups.keys.sorted() == [WidgetApp.appGroup])

            try await set(Self.group, true, fixture)
            #expect(try await errors(fixture).map(\.code) == [nil])
        }
    }

    @Test func actionsWaitForARevokedGroup() async throws {
        try await withWidgetHost { fixture in
            try await set(Self.group, false, fixture)
            let action = ActionsEnqueueRequest.NewAction(id: ActionID("a"), payload: 1)
            try await fixture.store.commit(.action(.enqueue(WidgetApp.app, WidgetApp.group, action)))
            // A fence: the app processes the action of its other group, which came later.
            try await fixture.store.commit(.action(.enqueue(WidgetApp.app, WidgetApp.appGroup, action)))
            try await fixture.store.wait(for: "the action of the other group") {
                try $0.actions(of: WidgetApp.app, in: WidgetApp.appGroup).actions.isEmpty
            }
            let held = try await fixture.store.read { try $0.actions(of: WidgetApp.app, in: WidgetApp.group).actions }
            #expect(held.map(\.action.attempts) == [0])

            try await set(Self.group, true, fixture)
            try await fixture.store.wait(for: "the action that waited") {
                try $0.actions(of: WidgetApp.app).actions.isEmpty
            }
        }
    }

    @Test func anUpdateKeepsWhatIsRevokedAndAsksOnlyForWhatIsNew() async throws {
        try await withWidgetHost { fixture in
            try await set(Self.group, false, fixture)
            try await set("scheme:example", false, fixture)

            let outcome = try await fixture.host.send(InstallAppRequest(path: fixture.app.bundle, consent: .none))
            guard case .consentNeeded(let sheet) = outcome else {
                Issue.record("An update needs consent.")
                return
            }
            #expect(sheet.requests.isEmpty)
            _ = try await fixture.host.send(
                InstallAppRequest(path: fixture.app.bundle, consent: .to(digest: sheet.digest))
            )

            let rights = try await rights(fixture)
            #expect(rights[Self.group] == false)
            #expect(rights["scheme:example"] == false)
            #expect(rights[Self.container] == true)
            let opening = await #expect(throws: HostError.self) {
                try await fixture.host.send(OpenURLRequest(url: "example://page", viewer: WidgetHostFixture.viewer))
            }
            #expect(opening?.code == .notFound)
        }
    }

    @Test func aHostThatThePersonAllowedIsARightToo() async throws {
        try await withWidgetHost { fixture in
            try fixture.app.put("calls", [["http/fetch", ["url": "http://localhost:1/"]]])
            try await fixture.host.send(SetAllowedServerRequest("localhost:1", true, for: WidgetApp.app))
            let unreachable = try await errors(fixture)
            #expect(unreachable.first?.code != RPCError.Code.fetchNotAllowed.rawValue)

            try await set("host:localhost:1", false, fixture)
            let refused = try await errors(fixture)
            #expect(refused.first?.code == RPCError.Code.fetchNotAllowed.rawValue)
            #expect(refused.first?.message.contains("host:localhost:1") == true)
            #expect(try await rights(fixture)["host:localhost:1"] == false)

            #expect(try await question("localhost:1", fixture).isAllowed == false)
            // Allowing it anew gives it back.
            try await fixture.host.send(SetAllowedServerRequest("localhost:1", true, for: WidgetApp.app))
            #expect(try await rights(fixture)["host:localhost:1"] == true)
            #expect(try await question("LOCALHOST:1", fixture).isAllowed)
            try await fixture.host.send(SetAllowedServerRequest("localhost:1", false, for: WidgetApp.app))
            #expect(try await rights(fixture)["host:localhost:1"] == nil)
        }
    }

    @Test func aHostThatThePersonDidNotAllowCannotBeDisallowed() async throws {
        try await withWidgetHost { fixture in
            func refusal(_ host: String, of app: AppID = WidgetApp.app) async -> HostError? {
                let error = await #expect(throws: HostError.self) {
                    try await fixture.host.send(SetAllowedServerRequest(host, false, for: app))
                }
                return error
            }
            let none = await refusal("a.example")
            #expect(none?.code == .notFound)
            let sentence = "You have not allowed \(WidgetApp.app) to fetch from a.example."
            #expect(none?.message == "\(sentence) You have allowed it no host.")

            try await fixture.host.send(SetAllowedServerRequest("b.example:8080", true, for: WidgetApp.app))
            #expect(await refusal("a.example")?.message == "\(sentence) You have allowed it: b.example:8080.")
            try await fixture.host.send(SetAllowedServerRequest("b.example:8080", false, for: WidgetApp.app))
            #expect(await refusal("b.example:8080")?.code == .notFound)
            #expect(await refusal("a.example", of: TopicsApp.id)?.code == .notFound)
        }
    }

    @Test func aProcessCannotAllowItselfAHost() async throws {
        try await withWidgetHost { fixture in
            let parameters: JSONValue = [
                "app": .string(WidgetApp.app.rawValue), "host": "localhost:1", "isAllowed": true,
            ]
            for method in ["hosts/allow", "hosts/set", "rights/restore", "rights/set", "apps/install"] {
                try fixture.app.put("calls", [[.string(method), parameters]])
                #expect(try await errors(fixture).first?.code == RPCError.Code.methodNotFound.rawValue)
            }
            #expect(try await question("localhost:1", fixture).isAllowed == false)
        }
    }

    @Test func aQuestionAboutAHostNamesItAndTheApp() async throws {
        try await withWidgetHost { fixture in
            let asked = try await question("Example.com:8080", fixture)
            #expect(asked.host == "example.com:8080" && asked.app == WidgetApp.app && !asked.title.isEmpty)
            #expect(!asked.isAllowed)
            for (host, app, code) in [
                ("https://example.com", WidgetApp.app, HostError.Code.invalid),
                ("example.com", AppID("nobody"), .notFound),
            ] {
                let refused = await #expect(throws: HostError.self) {
                    try await fixture.host.send(GetServerQuestionRequest(host, for: app, language: "en"))
                }
                #expect(refused?.code == code)
            }
        }
    }

    private func question(_ host: String, _ fixture: WidgetHostFixture) async throws -> ServerQuestion {
        try await fixture.host.send(GetServerQuestionRequest(host, for: WidgetApp.app, language: "en"))
    }

    @Test func aWidgetIsRevokedByTakingItOffTheScreen() async throws {
        try await withWidgetHost { fixture in
            let right = "widget:\(WidgetApp.widget)"
            try await set(right, false, fixture)
            #expect(try await fixture.store.read { try $0.screenWidgets().map(\.isShown) } == [false])
            #expect(try await rights(fixture)[right] == false)
            try await set(right, true, fixture)
            #expect(try await rights(fixture)[right] == true)
        }
    }

    @Test func everyRevokedRightIsGoneFromTheManifest() async throws {
        try await withWidgetHost { fixture in
            let revocable = try await fixture.host.send(GetAppRightsRequest(of: WidgetApp.app, language: "en")).rights
                .filter { $0.isRevocable && !$0.identifier.hasPrefix("widget:") }.map(\.identifier)
            #expect(revocable.count == 7)
            for right in revocable { try await set(right, false, fixture) }

            let app = try #require(fixture.host.registry.app(WidgetApp.app))
            let left = app.manifest.rights.map(\.id.rawValue)
            #expect(left == ["program", "widget:\(WidgetApp.widget)"])
            #expect(app.groups.isEmpty && app.containers.isEmpty && !app.wakesForPushes && !app.wakesForRecords)
        }
    }

    @Test(arguments: [
        ("group:group.nobody", HostError.Code.notFound), ("keychain", .notFound), ("notifications", .notFound),
        (String(repeating: "g", count: 100_000), .notFound), ("program", .invalid),
    ])
    func whatIsNoRightIsRefused(right: String, code: HostError.Code) async throws {
        try await withWidgetHost(hasWidget: true) { fixture in
            for isGranted in [true, false] {
                let error = await #expect(throws: HostError.self) { try await set(right, isGranted, fixture) }
                #expect(error?.code == code)
                #expect((error?.message.utf8.count ?? 0) < 1000)
            }
            let revoked = try await fixture.store.read { try $0.revokedRights(of: WidgetApp.app) }
            #expect(revoked.isEmpty)
            let stranger = await #expect(throws: HostError.self) {
                try await fixture.host.send(SetAppRightRequest("network", false, of: AppID("nobody")))
            }
            #expect(stranger?.code == .notFound)
        }
    }
}
