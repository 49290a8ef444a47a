import Foundation
import HostModel
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

/// The entitlement for the location, what an app must say about it, and its two rights.
@Suite struct LocationRightTests {
    private static let entitlement = "com.apple.security.personal-information.location"
    private static let purpose = "NSLocationWhenInUseUsageDescription"

    private func read(_ fixture: BundleFixture) async throws -> AppManifest {
        try await withTemporaryDirectory { folder in try BundleReader().read(at: try fixture.write(to: folder)) }
    }

    private func fixture(_ app: String, _ widget: String? = nil) -> BundleFixture {
        var fixture = BundleFixture()
        fixture.appInfo[Self.purpose] = "<string>To show the weather here.</string>"
        fixture.appEntitlements[Self.entitlement] = app
        fixture.widgetEntitlements[Self.entitlement] = widget
        return fixture
    }

    @Test(arguments: [
        ("<string>reduced</string>", LocationAccuracy.reduced), ("<string>full</string>", .full), ("<true/>", .full),
        ("<false/>", nil),
    ])
    func theEntitlementIsAnAccuracy(value: String, accuracy: LocationAccuracy?) async throws {
        let manifest = try await read(fixture(value))
        #expect(manifest.entitlements.location == accuracy)
        #expect(manifest.widgets.map(\.entitlements.location) == [nil])
        let rights = manifest.rights.filter { [.location, .preciseLocation].contains($0.id) }
        let expected: [AppRightID] =
            accuracy == nil ? [] : accuracy == .reduced ? [.location] : [.location, .preciseLocation]
        #expect(rights.map(\.id) == expected)
        #expect(rights.first?.purpose?.fallback == (accuracy == nil ? nil : "To show the weather here."))
        // Without the entitlement the sentence has no effect.
        #expect(manifest.unsupportedKeys.map(\.key) == (accuracy == nil ? [Self.purpose] : []))
        #expect(try JSONDecoder().decode(AppManifest.self, from: JSONEncoder().encode(manifest)) == manifest)
    }

    @Test(arguments: ["<string>precise</string>", "<string></string>", "<integer>1</integer>", "<array></array>"])
    func anotherAccuracyIsAMistake(value: String) async throws {
        let error = await #expect(throws: BundleError.self) { try await read(fixture(value)) }
        #expect(error?.problems.map(\.key) == [Self.entitlement])
    }

    @Test func anAppSaysWhatItNeedsTheLocationForInEveryLanguage() async throws {
        var silent = fixture("<string>reduced</string>")
        silent.appInfo[Self.purpose] = nil
        let error = await #expect(throws: BundleError.self) { try await read(silent) }
        #expect(error?.problems.map(\.key) == [Self.purpose])

        for text in [String(repeating: "x", count: 301), "two\nlines", "\u{202E}reversed"] {
            var fixture = fixture("<string>reduced</string>")
            fixture.appInfo[Self.purpose] = "<string>\(text)</string>"
            await #expect(throws: BundleError.self) { try await read(fixture) }
        }

        var translated = fixture("<string>reduced</string>")
        translated.files["de.lproj/InfoPlist.strings"] = Data("\"\(Self.purpose)\" = \"Für das Wetter hier.\";".utf8)
        let manifest = try await read(translated)
        #expect(manifest.locationPurpose?.text(in: "de-AT") == "Für das Wetter hier.")
        #expect(manifest.locationPurpose?.text(in: "fr") == "To show the weather here.")
    }

    @Test(arguments: [("<string>reduced</string>", "<string>full</string>"), ("<false/>", "<string>reduced</string>")])
    func aWidgetAsksForNoMoreThanItsApp(app: String, widget: String) async throws {
        let error = await #expect(throws: BundleError.self) { try await read(fixture(app, widget)) }
        #expect(error?.problems.map(\.file) == ["PlugIns/Today.appex/Entitlements.plist"])
    }

    @Test func thePreciseLocationIsRevokedAlone() async throws {
        let manifest = try await read(fixture("<true/>", "<string>reduced</string>"))
        let imprecise = manifest.revoking([.preciseLocation])
        #expect(imprecise.entitlements.location == .reduced)
        #expect(imprecise.widgets.first?.entitlements.location == .reduced)
        let none = manifest.revoking([.location])
        #expect(none.entitlements.location == nil)
        #expect(none.widgets.first?.entitlements.location == nil)
    }

    @Test(arguments: [AppRightID.location, .preciseLocation])
    func identifiersAreReadBack(id: AppRightID) { #expect(AppRightID(rawValue: id.rawValue) == id) }
}
