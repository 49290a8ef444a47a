import Foundation
import HostModel
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

/// What a bundle asks for, and what of it has no effect.
@Suite struct AppRightTests {
    private func read(_ fixture: BundleFixture) async throws -> AppManifest {
        try await withTemporaryDirectory { folder in
            try BundleReader().read(at: try fixture.write(to: folder))
        }
    }

    @Test func aRightNamesTheAppAndItsWidgetInTheLanguage() async throws {
        var fixture = BundleFixture()
        fixture.files["de.lproj/InfoPlist.strings"] = Data(#"CFBundleDisplayName = "Wetter";"#.utf8)
        fixture.files["PlugIns/Today.appex/de.lproj/InfoPlist.strings"] = Data(#"CFBundleDisplayName = "Himmel";"#.utf8)
        let rights = try await read(fixture).rights
        #expect(
            rights.prefix(2).map { $0.sentence(in: "de-AT").english } == [
                "Run a program of Wetter (com.example.Weather) in the background.",
                "Show the widget Himmel (com.example.Weather.Today) on the Today screen.",
            ]
        )
        #expect(
            rights.first?.sentence(in: "ja")
                == .runProgramInBackground("Weather", app: "com.example.Weather")
        )
    }

    @Test func everyRightIsSaidAndNothingThatIsNotBuilt() async throws {
        var fixture = BundleFixture()
        fixture.appInfo["TodayAllowedHosts"] = "<array><string>api.example.com</string></array>"
        fixture.appInfo["UIBackgroundModes"] =
            "<array><string>fetch</string><string>location</string><string>remote-notification</string></array>"
        fixture.appInfo["NSLocationWhenInUseUsageDescription"] = "<string>To show the weather here.</string>"
        fixture.appEntitlements["keychain-access-groups"] = "<array><string>$(AppIdentifierPrefix)x</string></array>"
        fixture.appEntitlements["com.apple.developer.siri"] = "<true/>"
        fixture.appEntitlements["get-task-allow"] = "<true/>"
        fixture.appEntitlements["com.apple.developer.healthkit"] = "<false/>"
        fixture.appEntitlements["aps-environment"] = "<string>production</string>"
        fixture.widgetInfo["NSExtension"] = """
            <dict><key>NSExtensionPointIdentifier</key><string>com.apple.widget-extension</string>
            <key>NSPrincipalClass</key><string>Widget</string></dict>
            """

        let manifest = try await read(fixture)

        #expect(manifest.rights.allSatisfy { $0.sentence(in: "de") == $0.sentence })
        #expect(
            manifest.rights.map { "\($0.id) - \($0.sentence.english)" } == [
                "program - Run a program of Weather (com.example.Weather) in the background.",
                "widget:com.example.Weather.Today - "
                    + "Show the widget Weather (com.example.Weather.Today) on the Today screen.",
                "network - Fetch from the network, only from the hosts below and hosts that you allow.",
                "host:api.example.com - Fetch from api.example.com.",
                "group:group.com.example.weather - "
                    + "Keep data in the app group group.com.example.weather and share it with other apps in that group.",
                "keychain:x - Keep secrets in the keychain group x and share them with other apps in that group.",
                "push - Receive pushes, and messages in an inbox.",
                "remote-notification - Be started in the background by pushes.",
                "fetch - Be started in the background when a day begins, when the clock changes, and at times that it "
                    + "sets.",
            ]
        )
        #expect(
            manifest.unsupportedSentences.map(\.english) == [
                "Not supported by this version of Today, and without effect: "
                    + "com.apple.developer.siri (Entitlements.plist), "
                    + "NSLocationWhenInUseUsageDescription (Info.plist), UIBackgroundModes location (Info.plist), "
                    + "NSExtension.NSPrincipalClass (PlugIns/Today.appex/Info.plist)."
            ]
        )
    }

    @Test func pushesNeedASource() async throws {
        var fixture = BundleFixture()
        fixture.appInfo["UIBackgroundModes"] = "<array><string>remote-notification</string></array>"
        let none = try await read(fixture)
        #expect(!none.rights.map(\.id).contains(.remoteNotification))
        #expect(none.unsupportedKeys.map(\.key).first?.hasPrefix("UIBackgroundModes remote-notification") == true)

        fixture.appEntitlements["com.apple.developer.icloud-container-identifiers"] =
            "<array><string>iCloud.com.example.Weather</string></array>"
        let records = try await read(fixture)
        #expect(records.unsupportedKeys.isEmpty)
        #expect(
            records.rights.first { $0.id == .remoteNotification }?.sentence
                == .startedByRecordChanges
        )
    }

    @Test func aMistypedKeyIsToldWithTheNearestOne() async throws {
        var fixture = BundleFixture()
        fixture.appInfo["TodayAllowedHost"] = "<array><string>api.example.com</string></array>"
        fixture.appInfo["UIBackgroundMode"] = "<array><string>fetch</string></array>"
        fixture.appInfo["UIBackgroundModes"] = "<array><string>fecth</string></array>"
        fixture.appEntitlements["com.apple.security.network.clients"] = "<true/>"
        fixture.widgetInfo["NSExtension"] = """
            <dict><key>NSExtensionPointIdentifier</key><string>com.apple.widget-extension</string>
            <key>NSExtensionMainStorybord</key><string>Placeholder</string>
            <key>TodayWidgetSize</key><array><string>small</string></array></dict>
            """

        let manifest = try await read(fixture)

        let widget = "PlugIns/Today.appex/Info.plist"
        let expected: [String] = [
            "Without effect: com.apple.security.network.clients (Entitlements.plist). "
                + "Did you mean com.apple.security.network.client?",
            "Without effect: TodayAllowedHost (Info.plist). Did you mean TodayAllowedHosts?",
            "Without effect: UIBackgroundMode (Info.plist). Did you mean UIBackgroundModes?",
            "Without effect: UIBackgroundModes fecth (Info.plist). Did you mean fetch?",
            "Without effect: NSExtension.NSExtensionMainStorybord (\(widget)). "
                + "Did you mean NSExtensionMainStoryboard?",
            "Without effect: NSExtension.TodayWidgetSize (\(widget)). Did you mean TodayWidgetSizes?",
        ]
        #expect(manifest.unsupportedSentences.map(\.english) == expected)
        #expect(try JSONDecoder().decode(AppManifest.self, from: JSONEncoder().encode(manifest)) == manifest)
    }

    @Test func keysOfIOSAreNotTakenForMistypedOnes() async throws {
        var fixture = BundleFixture()
        let keys = [
            "CFBundleVersion", "CFBundleIconName", "CFBundleIcons~ipad",
            "CFBundleURLName", "CFBundlePackageType", "CFBundleSignature", "CFBundleSpokenName",
            "CFBundleInfoDictionaryVersion", "CFBundleDevelopmentRegion", "CFBundleLocalizations",
            "CFBundleSupportedPlatforms",
            "LSRequiresIPhoneOS",
            "MinimumOSVersion", "UIDeviceFamily", "UIMainStoryboardFile", "UILaunchStoryboardName", "WKBackgroundModes",
            "UIRequiredDeviceCapabilities", "UISupportedInterfaceOrientations",
            "WKAppBundleIdentifier", "NSHumanReadableCopyright",
        ]
        for key in keys { fixture.appInfo[key] = "<string>x</string>" }
        fixture.appEntitlements["com.apple.security.network.server"] = "<true/>"
        let manifest = try await read(fixture)
        #expect(manifest.unsupportedKeys.filter { $0.meant != nil } == [])
    }

    @Test func manyMistypedKeysAreCounted() async throws {
        var fixture = BundleFixture()
        for number in 100..<150 { fixture.appInfo["TodayAllowedHosts\(number)"] = "<true/>" }
        let sentences = try await read(fixture).unsupportedSentences
        #expect(sentences.count == AppManifest.namedKeysLimit + 1)
        #expect(sentences.last?.english.hasSuffix(", and 10 more.") == true)
    }

    @Test func namesOfKeysAreCutAndCounted() async throws {
        var fixture = BundleFixture()
        for number in 100..<150 {
            fixture.appEntitlements["com.example.\(number)\u{202E}" + String(repeating: "x", count: 500)] = "<true/>"
        }

        let manifest = try await read(fixture)

        #expect(manifest.unsupportedKeys.count == 50)
        let sentence = try #require(manifest.unsupportedSentences.first?.english)
        #expect(sentence.hasSuffix(", and 30 more."))
        #expect(sentence.utf8.count < 20 * 180)
        #expect(!sentence.unicodeScalars.contains("\u{202E}"))
    }

    @Test(arguments: [
        AppRightID.program, .widget(WidgetID("a.b")), .network, .host("localhost:8080"), .group(GroupID("group.a")),
        .container("iCloud.a"), .keychain("a"), .push, .remoteNotification, .backgroundFetch, .urlScheme("today-a"),
    ])
    func identifiersAreReadBack(id: AppRightID) { #expect(AppRightID(rawValue: id.rawValue) == id) }

    @Test(arguments: ["", "group", "group:", "network:", "program:x", "keychain", "keychain:", "Network", ":"])
    func otherTextsAreNoIdentifiers(text: String) { #expect(AppRightID(rawValue: text) == nil) }
}
