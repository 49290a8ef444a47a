import Foundation
import HostModel
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

/// The entitlement for access groups of the keychain, and their rights.
@Suite struct KeychainRightTests {
    private static let entitlement = "keychain-access-groups"

    private func read(app: [String], widget: [String] = []) async throws -> AppManifest {
        func list(_ names: [String]) -> String { "<array>\(names.map { "<string>\($0)</string>" }.joined())</array>" }
        var fixture = BundleFixture()
        fixture.appEntitlements[Self.entitlement] = list(app)
        fixture.widgetEntitlements[Self.entitlement] = list(widget)
        return try await withTemporaryDirectory { folder in try BundleReader().read(at: try fixture.write(to: folder)) }
    }

    @Test func theConsentNamesEachGroupAndEachCanBeRevoked() async throws {
        let manifest = try await read(app: ["b.c", "$(AppIdentifierPrefix)a.b"], widget: ["$(AppIdentifierPrefix)a.b"])
        #expect(manifest.entitlements.keychainGroups == ["a.b", "b.c"])
        #expect(manifest.widgets.map(\.entitlements.keychainGroups) == [["a.b"]])
        #expect(manifest.rights.filter { if case .keychain = $0.id { true } else { false } }.count == 2)
        #expect(manifest.unsupportedKeys.isEmpty)
        let revoked = manifest.revoking([.keychain("a.b")])
        #expect(revoked.entitlements.keychainGroups == ["b.c"])
        #expect(revoked.widgets.map(\.entitlements.keychainGroups) == [[]])
        #expect(try JSONDecoder().decode(AppManifest.self, from: JSONEncoder().encode(manifest)) == manifest)
    }

    @Test func aWidgetHasNoGroupBeyondItsApp() async throws {
        let manifest = try await read(app: ["a.b"])
        #expect(manifest.widgets.map(\.entitlements.keychainGroups) == [[]])
        let error = await #expect(throws: BundleError.self) { try await read(app: ["a.b"], widget: ["a.c"]) }
        #expect(error?.problems.map(\.key) == [Self.entitlement])
    }

    @Test(arguments: [
        "$(AppIdentifierPrefix)", "a b", "a/b", "../a", "*", "$(Other)a", String(repeating: "a", count: 129),
    ])
    func whatIsNoNameIsReported(name: String) async throws {
        let error = await #expect(throws: BundleError.self) { try await read(app: [name]) }
        #expect(error?.problems.map(\.key) == [Self.entitlement])
    }

    @Test func anAppHasSixteenGroups() async throws {
        let names = (0..<17).map { "a.b\($0)" }
        _ = try await read(app: Array(names.dropLast()))
        await #expect(throws: BundleError.self) { try await read(app: names) }
    }

    @Test func entitlementsOfAnEarlierVersionLackThem() throws {
        let stored = #"{"groups":["group.a"],"networkClient":true,"recordContainers":[]}"#
        let entitlements = try JSONDecoder().decode(Entitlements.self, from: Data(stored.utf8))
        #expect(entitlements.keychainGroups.isEmpty)
    }
}
