import Foundation
import HostStorage
import JSON
import Testing
import TodayProtocol

@Suite struct AppTests {
    private static let group = Claim(.group, "group.shared")
    private var group: Claim { Self.group }

    private func installation(
        _ id: AppID,
        widgets: [WidgetID] = [],
        claims: Set<Claim> = [],
        consents: Set<Claim> = []
    ) -> StoreOperation {
        let app = InstalledApp(
            id: id,
            name: "Name of \(id)",
            version: "1.0",
            path: "/apps/\(id).app",
            manifest: ["CFBundleIdentifier": .string(id.rawValue)],
            installed: Date(timeIntervalSince1970: 1_800_000_000)
        )
        return .app(.install(app, widgets: widgets, claims: claims, consents: consents))
    }

    @Test func anInstalledAppIsReadBackAndReplaced() async throws {
        try await withPromises { store async throws in
            try await store.commit(installation("com.b"), installation("com.a"))
            #expect(try await store.read { try $0.apps().map(\.id) } == ["com.a", "com.b"])
            let app = try #require(try await store.read { try $0.app("com.a") })
            #expect(app.manifest == ["CFBundleIdentifier": "com.a"])
            #expect(app.installed == Date(timeIntervalSince1970: 1_800_000_000))
            var newer = app
            newer.version = "2.0"
            try await store.commit(.app(.install(newer, widgets: [], claims: [])))
            #expect(try await store.read { try $0.apps().map(\.version) } == ["2.0", "1.0"])
        }
    }

    @Test func aNameBelongsToTheFirstAppThatClaimsIt() async throws {
        try await withPromises { store async throws in
            try await store.commit(installation("com.first", claims: [group]))
            let error = await #expect(throws: StoreError.self) {
                try await store.commit(installation("com.second", claims: [group]))
            }
            #expect(error?.code == .claimed)
            #expect(error?.message.contains("group group.shared belongs to com.first") == true)
            #expect(try await store.read { try $0.app("com.second") } == nil)
        }
    }

    @Test func consentIsRemembered() async throws {
        try await withPromises { store async throws in
            try await store.commit(installation("com.first", claims: [group]))
            try await store.commit(installation("com.second", claims: [group], consents: [group]))
            // The next version need not be consented to again.
            try await store.commit(installation("com.second", claims: [group]))
            #expect(try await store.read { try $0.owner(of: Self.group) } == "com.first")
            #expect(try await store.read { try $0.apps(using: Self.group) } == ["com.first", "com.second"])
            #expect(try await store.read { try $0.claims(of: "com.second") } == [group])
        }
    }

    @Test func theFirstConsentedAppInheritsWhatTheOwnerLeaves() async throws {
        try await withPromises { store async throws in
            try await store.commit(installation("com.first", claims: [group]))
            for app in ["com.second", "com.third"] as [AppID] {
                try await store.commit(installation(app, claims: [group], consents: [group]))
            }
            try await store.commit(.set(1, for: "a", in: "group.shared"))
            try await store.commit(.app(.uninstall("com.first", keepsData: false)))
            #expect(try await store.read { try $0.apps(using: Self.group) } == ["com.second", "com.third"])
            // Others use the group still, so its data stays.
            #expect(try await store.value("a", in: "group.shared") == 1)
        }
    }

    @Test func uninstallingWithDataFreesEverything() async throws {
        try await withPromises { store async throws in
            let scheme = Claim(.urlScheme, "weather")
            try await store.commit(installation("com.first", claims: [group, scheme]))
            try await store.commit(.set(1, for: "a", in: "group.shared"))
            let commits = Journal<Commit>()
            let token = store.observe { commits.add($0) }
            try await store.commit(.app(.uninstall("com.first", keepsData: false)))
            #expect(
                commits.entries.first?.changes == [
                    .defaults(group: "group.shared", key: "a", value: nil), .app("com.first"),
                ]
            )
            try await store.commit(installation("com.second", claims: [group, scheme]))
            #expect(try await store.value("a", in: "group.shared") == nil)
            token.cancel()
        }
    }

    @Test func keptDataStaysOutOfAStrangersReach() async throws {
        try await withPromises { store async throws in
            let scheme = Claim(.urlScheme, "weather")
            try await store.commit(installation("com.first", claims: [group, scheme]))
            try await store.commit(.set(1, for: "a", in: "group.shared"))
            try await store.commit(.app(.uninstall("com.first", keepsData: true)))
            #expect(await refusal { try await store.commit(installation("com.second", claims: [group])) } == .claimed)
            try await store.commit(installation("com.third", claims: [scheme]))
            // The app itself finds its data again.
            try await store.commit(installation("com.first", claims: [group]))
            #expect(try await store.value("a", in: "group.shared") == 1)
            #expect(try await store.read { try $0.claims(of: "com.first") } == [group])
        }
    }

    @Test(arguments: [true, false]) func recordsInTheCloudStayOutOfAStrangersReach(keepsData: Bool) async throws {
        try await withPromises { store async throws in
            let container = Claim(.container, "iCloud.com.first")
            try await store.commit(installation("com.first", claims: [container]))
            try await store.commit(.app(.uninstall("com.first", keepsData: keepsData)))
            #expect(
                await refusal { try await store.commit(installation("com.second", claims: [container])) } == .claimed
            )
            try await store.commit(installation("com.third", claims: [container], consents: [container]))
            try await store.commit(installation("com.first", claims: [container]))
            #expect(try await store.read { try $0.apps(using: container) } == ["com.first", "com.third"])
        }
    }

    @Test func aVersionThatClaimsLessMayUseLess() async throws {
        try await withPromises { store async throws in
            try await store.commit(installation("com.first", claims: [group]))
            try await store.commit(installation("com.first"))
            #expect(try await store.read { try $0.claims(of: "com.first") } == [])
            #expect(try await store.read { try $0.apps(using: Self.group) } == [])
            try await store.commit(.app(.uninstall("com.first", keepsData: false)))
            #expect(try await store.read { try $0.owner(of: Self.group) } == nil)
        }
    }

    @Test func uninstallingTakesWidgetsHostsAndConsentsAlong() async throws {
        try await withPromises { store async throws in
            try await store.commit(
                installation("com.a", widgets: ["com.a.w"]),
                installation("com.b", widgets: ["com.b.w"]),
                .allowedHost(.allow(AllowedServer("example.com"), app: "com.a"))
            )
            try await store.commit(.app(.uninstall("com.a", keepsData: true)))
            #expect(try await store.read { try $0.screenWidgets().map(\.widget) } == ["com.b.w"])
            #expect(try await store.read { try $0.allowedHosts(of: "com.a") } == [])
            #expect(await refusal { try await store.commit(.app(.uninstall("com.a", keepsData: true))) } == .notFound)
        }
    }

    @Test func hostsAreAllowedListedAndTakenBack() async throws {
        try await withPromises { store async throws in
            let plain = try AllowedServer("API.example.com")
            let withPort = try AllowedServer("localhost:8080")
            #expect(
                await refusal { try await store.commit(.allowedHost(.allow(plain, app: "com.a"))) } == .notFound
            )
            try await store.commit(installation("com.a"))
            let commits = Journal<[StoreChange]>()
            let token = store.observe { commits.add($0.changes) }
            try await store.commit(
                .allowedHost(.allow(withPort, app: "com.a")),
                .allowedHost(.allow(plain, app: "com.a")),
                .allowedHost(.allow(plain, app: "com.a"))
            )
            #expect(try await store.read { try $0.allowedHosts(of: "com.a") } == [plain, withPort])
            #expect(commits.entries == [[.allowedHosts("com.a")]])
            try await store.commit(.allowedHost(.disallow(plain, app: "com.a")))
            #expect(try await store.read { try $0.allowedHosts(of: "com.a") } == [withPort])
            token.cancel()
        }
    }

    @Test(arguments: [
        ("example.com", "example.com"), ("EXAMPLE.com:443", "example.com:443"), ("127.0.0.1:80", "127.0.0.1:80"),
        ("[::1]:8080", "[::1]:8080"), ("::1", "[::1]"), ("[fe80::1]", "[fe80::1]"), ("localhost", "localhost"),
    ])
    func aHostIsReadWithOrWithoutPort(text: String, description: String) throws {
        let host = try AllowedServer(text)
        #expect(host.description == description)
        #expect(try AllowedServer(host.description) == host)
    }

    @Test(arguments: [
        "", ":80", "exa mple.com", "http://example.com", "example.com/", "a:0", "a:65536", "a:b", "a..b", ".a",
        "*.a.com",
        "user@host", "[::1]x", "[::1]:", "ex%61mple.com", String(repeating: "a", count: 254),
    ])
    func whatIsNoHostIsRefused(text: String) {
        #expect(throws: StoreError.self) { try AllowedServer(text) }
    }
}
