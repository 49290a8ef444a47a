import Foundation
import HostModel
import Testing
import TodayProtocol
import TodayTestSupport

@testable import ProcessHost

/// Extensions that Today does not run are named, and keep nothing else from running.
@Suite struct UnsupportedExtensionTests {
    private func fixture(point: String, rest: String = "") -> BundleFixture {
        var fixture = BundleFixture()
        fixture.files["PlugIns/Other.appex/Info.plist"] = Data(
            """
            <?xml version="1.0"?>
            <plist version="1.0"><dict><key>NSExtension</key><dict>
            <key>NSExtensionPointIdentifier</key><string>\(point)</string>
            </dict>\(rest)</dict></plist>
            """.utf8
        )
        return fixture
    }

    private func read(_ fixture: BundleFixture) async throws -> AppManifest {
        try await withTemporaryDirectory { folder in
            try BundleReader().read(at: try fixture.write(to: folder))
        }
    }

    @Test(arguments: [
        ("com.apple.share-services", "Share extension"), ("com.apple.ui-services", "Action extension"),
        ("com.apple.services", "Action extension"), ("com.apple.photo-editing", "Photo Editing extension"),
        ("com.apple.fileprovider-nonui", "Document Provider"), ("com.apple.fileprovider-ui", "Document Provider"),
        ("com.apple.keyboard-service", "Custom Keyboard"), ("com.apple.watchkit", "unknown extension point"),
    ])
    func anotherExtensionIsNamedAndTheWidgetStays(point: String, title: String) async throws {
        let manifest = try await read(fixture(point: point))

        #expect(manifest.widgets.map(\.id.rawValue) == ["com.example.Weather.Today"])
        #expect(
            manifest.unsupportedExtensions == [UnsupportedExtension(folder: "PlugIns/Other.appex", point: point)]
        )
        #expect(
            manifest.unsupportedExtensions.map(\.text.english) == ["PlugIns/Other.appex (\(title), \(point))"]
        )
    }

    @Test(arguments: [
        ("com.apple.widgetkit-extension", " Did you mean com.apple.widget-extension?"),
        ("com.apple.share-service", " Did you mean com.apple.share-services?"), ("com.apple.watchkit", ""),
        ("com.apple.keyboard-service", ""),
    ])
    func aPointThatResemblesOneOfTodayIsToldWithThat(point: String, end: String) async throws {
        let sentences = try await read(fixture(point: point)).unsupportedSentences
        #expect(sentences.count == 1 && sentences[0].english.hasSuffix("\(point)).\(end)"))
    }

    @Test func nothingElseOfItIsRead() async throws {
        var fixture = fixture(
            point: "com.apple.share-services",
            rest: """
                <key>CFBundleIdentifier</key><string>not a child</string>
                <key>CFBundleExecutable</key><string>../../bin/sh</string>
                <key>TodayAllowedHosts</key><array><string>evil.example.com</string></array>
                """
        )
        fixture.files["PlugIns/Other.appex/Entitlements.plist"] = Data("not a property list".utf8)

        let manifest = try await read(fixture)

        #expect(manifest.unsupportedExtensions.count == 1)
        #expect(manifest.allowedHosts.isEmpty)
        #expect(
            !manifest.rights.contains { $0.sentence.english.contains("Other") || $0.sentence.english.contains("evil") }
        )
    }

    @Test func aBrokenWidgetBesideItStillFails() async throws {
        var fixture = fixture(point: "com.apple.share-services")
        fixture.widgetInfo["CFBundleExecutable"] = "<string>missing</string>"

        let error = try await #require(throws: BundleError.self) { try await read(fixture) }

        #expect(error.problems.map(\.key) == ["CFBundleExecutable"])
        #expect(error.problems.map(\.file) == ["PlugIns/Today.appex/Info.plist"])
    }

    @Test func anAppWithNothingElseIsAnApp() async throws {
        var fixture = BundleFixture()
        fixture.widgetInfo["NSExtension"] = """
            <dict><key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string></dict>
            """

        let manifest = try await read(fixture)

        #expect(manifest.widgets.isEmpty)
        #expect(manifest.unsupportedExtensions.map(\.folder) == ["PlugIns/Today.appex"])
    }

    @Test(arguments: ["keyboard", "com.apple..x", "com.apple.\u{202E}x", String(repeating: "a.", count: 100) + "a"])
    func aPointThatIsNoPlainNameIsAMistake(point: String) async throws {
        let error = try await #require(throws: BundleError.self) { try await read(fixture(point: point)) }

        #expect(error.problems.map(\.key) == ["NSExtension.NSExtensionPointIdentifier"])
        #expect(error.problems.map(\.file) == ["PlugIns/Other.appex/Info.plist"])
    }

    @Test func theyCountAmongTheExtensionsThatAnAppMayHave() async throws {
        var fixture = BundleFixture()
        for number in 0..<BundleLimits().widgets {
            fixture.files["PlugIns/Other\(number).appex/Info.plist"] = Data(
                """
                <plist version="1.0"><dict><key>NSExtension</key><dict>
                <key>NSExtensionPointIdentifier</key><string>com.apple.share-services</string></dict></dict></plist>
                """.utf8
            )
        }

        let error = try await #require(throws: BundleError.self) { try await read(fixture) }

        #expect(error.problems.map(\.file) == ["PlugIns"])
    }

    @Test func aManifestFromBeforeHasNone() throws {
        let manifest = AppManifest(
            id: AppID("com.example.Weather"),
            folder: "Weather.app",
            name: LocalizedName("Weather"),
            version: "1",
            executable: "weather",
            unsupportedExtensions: [UnsupportedExtension(folder: "PlugIns/X.appex", point: "com.example.x")]
        )
        let data = try JSONEncoder().encode(manifest)
        #expect(try JSONDecoder().decode(AppManifest.self, from: data) == manifest)

        var members = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(members.removeValue(forKey: "unsupportedExtensions") != nil)
        let older = try JSONDecoder().decode(
            AppManifest.self,
            from: JSONSerialization.data(withJSONObject: members)
        )
        #expect(older.id == manifest.id)
        #expect(older.unsupportedExtensions.isEmpty)
    }
}
