import Foundation
import HostModel
import Testing
import TodayProtocol
import TodayTestSupport

@testable import ProcessHost

/// The entitlement for images of public hosts, and its right.
@Suite struct RemoteImageRightTests {
    private static let entitlement = "org.today.remote-images"

    private func read(app: String?, widget: String? = nil) async throws -> AppManifest {
        var fixture = BundleFixture()
        fixture.appEntitlements[Self.entitlement] = app
        fixture.widgetEntitlements[Self.entitlement] = widget
        return try await withTemporaryDirectory { folder in try BundleReader().read(at: try fixture.write(to: folder)) }
    }

    @Test func theConsentNamesItAndItCanBeRevoked() async throws {
        let manifest = try await read(app: "<true/>", widget: "<true/>")
        #expect(manifest.entitlements.remoteImages && manifest.widgets.allSatisfy { $0.entitlements.remoteImages })
        #expect(manifest.rights.contains { $0.id == .remoteImages } && manifest.unsupportedKeys.isEmpty)
        let revoked = manifest.revoking([.remoteImages])
        #expect(!revoked.entitlements.remoteImages && !revoked.widgets.contains { $0.entitlements.remoteImages })
        #expect(!revoked.rights.contains { $0.id == .remoteImages })
        #expect(try JSONDecoder().decode(AppManifest.self, from: JSONEncoder().encode(manifest)) == manifest)
        #expect(AppRightID(rawValue: AppRightID.remoteImages.rawValue) == .remoteImages)
    }

    @Test func aBundleThatDoesNotAskHasItNot() async throws {
        let manifest = try await read(app: nil)
        #expect(!manifest.entitlements.remoteImages && !manifest.rights.contains { $0.id == .remoteImages })
    }

    @Test func aWidgetHasItOnlyByItsOwnFileAndNotBeyondItsApp() async throws {
        let manifest = try await read(app: "<true/>")
        #expect(!manifest.widgets.contains { $0.entitlements.remoteImages })
        let error = await #expect(throws: BundleError.self) { try await read(app: nil, widget: "<true/>") }
        #expect(error?.problems.map(\.key) == [Self.entitlement])
    }

    @Test func appsOfAnEarlierVersionGoOnShowingThem() throws {
        let stored = #"{"groups":[],"networkClient":false,"recordContainers":[],"systemStatus":true}"#
        let entitlements = try JSONDecoder().decode(Entitlements.self, from: Data(stored.utf8))
        #expect(entitlements == Entitlements(systemStatus: true, remoteImages: true))
    }
}
