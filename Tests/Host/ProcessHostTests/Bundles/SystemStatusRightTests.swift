import Foundation
import HostModel
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

/// The entitlement for the state of the computer, and its right.
@Suite struct SystemStatusRightTests {
    private static let entitlement = "org.today.system-status"

    private func read(app: String?, widget: String? = nil) async throws -> AppManifest {
        var fixture = BundleFixture()
        fixture.appEntitlements[Self.entitlement] = app
        fixture.widgetEntitlements[Self.entitlement] = widget
        return try await withTemporaryDirectory { folder in try BundleReader().read(at: try fixture.write(to: folder)) }
    }

    @Test func theConsentNamesItAndItCanBeRevoked() async throws {
        let manifest = try await read(app: "<true/>", widget: "<true/>")
        #expect(manifest.entitlements.systemStatus && manifest.widgets.allSatisfy { $0.entitlements.systemStatus })
        #expect(manifest.rights.contains { $0.id == .systemStatus } && manifest.unsupportedKeys.isEmpty)
        let revoked = manifest.revoking([.systemStatus])
        #expect(!revoked.entitlements.systemStatus && !revoked.widgets.contains { $0.entitlements.systemStatus })
        #expect(try JSONDecoder().decode(AppManifest.self, from: JSONEncoder().encode(manifest)) == manifest)
    }

    @Test func aWidgetHasItOnlyByItsOwnFileAndNotBeyondItsApp() async throws {
        let manifest = try await read(app: "<true/>")
        #expect(!manifest.widgets.contains { $0.entitlements.systemStatus })
        let error = await #expect(throws: BundleError.self) { try await read(app: nil, widget: "<true/>") }
        #expect(error?.problems.map(\.key) == [Self.entitlement])
    }

    @Test func entitlementsOfAnEarlierVersionLackIt() throws {
        let stored = #"{"groups":["group.a"],"networkClient":true,"recordContainers":[]}"#
        let entitlements = try JSONDecoder().decode(Entitlements.self, from: Data(stored.utf8))
        #expect(!entitlements.systemStatus && entitlements.groups == [GroupID("group.a")] && entitlements.networkClient)
    }
}
