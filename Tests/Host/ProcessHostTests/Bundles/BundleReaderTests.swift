import Foundation
import HostModel
import Testing
import TodayProtocol
import TodayTestSupport

@testable import ProcessHost

@Suite struct BundleReaderTests {
    @Test(arguments: [
        (#"{"type": "AdaptiveCard"}"#, true), (#"{"compact": {"type": "AdaptiveCard"}, "margins": {}}"#, true),
        (#"{"compact": {"type": "TextBlock"}}"#, false), (#"{"type": "TextBlock"}"#, false), ("[]", false),
    ])
    func aPlaceholderIsACardOrContent(text: String, isRead: Bool) async throws {
        var fixture = BundleFixture()
        fixture.widgetInfo["NSExtension"] = """
            <dict><key>NSExtensionPointIdentifier</key><string>com.apple.widget-extension</string>
            <key>NSExtensionMainStoryboard</key><string>Placeholder</string></dict>
            """
        fixture.files["PlugIns/Today.appex/Placeholder.json"] = Data(text.utf8)
        let manifest = try? await read(fixture)
        #expect((manifest?.widgets.first?.placeholderCard != nil) == isRead)
    }

    @Test(arguments: [(#"{"type": "AdaptiveCard"}"#, true), ("{}", false), ("[", false)])
    func aTranslatedPlaceholderIsCheckedToo(text: String, isRead: Bool) async throws {
        var fixture = BundleFixture()
        fixture.widgetInfo["NSExtension"] = """
            <dict><key>NSExtensionPointIdentifier</key><string>com.apple.widget-extension</string>
            <key>NSExtensionMainStoryboard</key><string>Placeholder</string></dict>
            """
        fixture.files["PlugIns/Today.appex/Placeholder.json"] = Data(#"{"type": "AdaptiveCard"}"#.utf8)
        fixture.files["PlugIns/Today.appex/de.lproj/Placeholder.json"] = Data(text.utf8)
        let manifest = try? await read(fixture)
        #expect((manifest != nil) == isRead)
    }

    @Test(arguments: [
        (#"{"type": "AdaptiveCard", "body": [{"type": "Input.Text", "id": "place"}]}"#, true),
        (#"{"type": "AdaptiveCard", "body": [{"items": [{"type": "Input.Toggle", "id": "a"}]}]}"#, true),
        (#"{"type": "AdaptiveCard", "body": [{"type": "Input.Text", "id": ""}]}"#, false),
        (#"{"type": "AdaptiveCard", "body": [{"type": "TextBlock", "id": "place"}]}"#, false),
        (#"{"body": [{"type": "Input.Text", "id": "place"}]}"#, false), ("[", false),
    ])
    func aConfigurationIsACardWithAnInput(text: String, isRead: Bool) async throws {
        var fixture = BundleFixture()
        fixture.widgetInfo["NSExtension"] = """
            <dict><key>NSExtensionPointIdentifier</key><string>com.apple.widget-extension</string>
            <key>TodayConfiguration</key><string>Configuration</string></dict>
            """
        fixture.files["PlugIns/Today.appex/Configuration.json"] = Data(text.utf8)
        let manifest = try? await read(fixture)
        #expect((manifest?.widgets.first?.configurationCard == "Configuration.json") == isRead)
        #expect((manifest == nil) == !isRead)
    }

    @Test(
        arguments: [
            ("", [.small, .medium, .large]),
            ("<key>TodayWidgetSizes</key><array><string>wide</string></array>", [.wide]),
            (
                "<key>TodayWidgetSizes</key><array><string>medium</string><string>small</string></array>",
                [.medium, .small]
            ),
            ("<key>TodayWidgetSizes</key><array><string>huge</string></array>", nil),
            ("<key>TodayWidgetSizes</key><array/>", nil), ("<key>TodayWidgetSizes</key><string>small</string>", nil),
        ] as [(String, [WidgetFamily]?)]
    )
    func theSizesOfAWidgetAreThoseItDeclaresOrTheFirstThree(key: String, families: [WidgetFamily]?) async throws {
        var fixture = BundleFixture()
        fixture.widgetInfo["NSExtension"] = """
            <dict><key>NSExtensionPointIdentifier</key><string>com.apple.widget-extension</string>\(key)</dict>
            """
        let manifest = try? await read(fixture)
        #expect(manifest?.widgets.first?.families == families)
    }

    @Test func readsAnAppWithItsWidget() async throws {
        var fixture = BundleFixture()
        fixture.appInfo["CFBundleURLTypes"] = """
            <array><dict><key>CFBundleURLSchemes</key><array><string>Weather</string></array></dict></array>
            """
        fixture.appInfo["UIBackgroundModes"] = "<array><string>fetch</string></array>"
        fixture.appInfo["TodayAllowedHosts"] = "<array><string>API.Example.com</string></array>"
        fixture.widgetInfo["NSExtension"] = """
            <dict><key>NSExtensionPointIdentifier</key><string>com.apple.widget-extension</string>
            <key>NSExtensionMainStoryboard</key><string>Placeholder</string></dict>
            """
        fixture.files["PlugIns/Today.appex/Placeholder.json"] = Data(#"{"type": "AdaptiveCard"}"#.utf8)
        fixture.files["de.lproj/Localizable.strings"] = Data(#""Weather" = "Wetter";"#.utf8)
        fixture.files["pt_BR.lproj/InfoPlist.strings"] = Data(#"CFBundleDisplayName = "Tempo";"#.utf8)
        let manifest = try await read(fixture)
        let group = GroupID("group.com.example.weather")
        let name = LocalizedName("Weather", translations: ["de": "Wetter", "pt-BR": "Tempo"])
        let widget = WidgetManifest(
            id: WidgetID("com.example.Weather.Today"),
            folder: "PlugIns/Today.appex",
            name: LocalizedName("Weather"),
            version: "1.2",
            executable: "widget",
            placeholderCard: "Placeholder.json",
            allowedHosts: ["api.example.com"],
            entitlements: Entitlements(groups: [group])
        )
        let expected = AppManifest(
            id: AppID("com.example.Weather"),
            folder: "Weather.app",
            name: name,
            version: "1.2",
            executable: "weather",
            urlSchemes: ["weather"],
            backgroundModes: ["fetch"],
            allowedHosts: ["api.example.com"],
            entitlements: Entitlements(groups: [group], networkClient: true),
            widgets: [widget]
        )
        #expect(manifest == expected)
        #expect(manifest.name.text(in: "de-CH") == "Wetter")
        #expect(manifest.name.text(in: "fr") == "Weather")
        let copy = try JSONDecoder().decode(AppManifest.self, from: JSONEncoder().encode(manifest))
        #expect(copy == manifest)
    }

    /// One mistake in an otherwise right bundle, and where it must be reported.
    struct Mistake: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var file: String
        var key: String?
        var message: String
        var make: @Sendable (inout BundleFixture) -> Void

        init(
            _ name: String,
            _ file: String,
            _ key: String?,
            _ message: String,
            _ make: @escaping @Sendable (inout BundleFixture) -> Void
        ) {
            (testDescription, self.file, self.key, self.message, self.make) = (name, file, key, message, make)
        }
    }

    private static let widget = "PlugIns/Today.appex/Info.plist"

    static let mistakes: [Mistake] = [
        Mistake("no property list", "Info.plist", nil, "missing") { $0.missing = ["Info.plist"] },
        Mistake("malformed", "Info.plist", nil, "malformed") { $0.files["Info.plist"] = Data("<plist><dict>".utf8) },
        Mistake("binary", "Info.plist", nil, "binary property list: it is cut off") {
            $0.files["Info.plist"] = Data("bplist00".utf8)
        },
        Mistake("old style", "Info.plist", nil, "not an XML") { $0.files["Info.plist"] = Data("{ a = b; }".utf8) },
        Mistake("an array", "Info.plist", nil, "not a dictionary") {
            $0.files["Info.plist"] = Data("<plist><array/></plist>".utf8)
        },
        Mistake("entities", "Info.plist", nil, "document type") {
            $0.files["Info.plist"] = Data(
                #"<!DOCTYPE plist [<!ENTITY a SYSTEM "file:///etc/passwd">]><plist><dict/></plist>"#.utf8
            )
        },
        Mistake("deep", "Info.plist", nil, "nest deeper") {
            let depth = 20_000
            let text = String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
            $0.files["Info.plist"] = Data("<plist><dict><key>a</key>\(text)</dict></plist>".utf8.prefix(250_000))
        },
        Mistake("depth hidden in comments", "Info.plist", nil, "nest deeper") {
            let text = String(repeating: "<array><!-- </array> -->", count: 5_000)
            $0.files["Info.plist"] = Data("<plist><dict><key>a</key>\(text)</dict></plist>".utf8)
        },
        Mistake("too large", "Info.plist", nil, "larger than 256 KiB") {
            $0.files["Info.plist"] = Data(repeating: 0x20, count: 256 * 1024 + 1)
        },
        Mistake("identifier missing", "Info.plist", "CFBundleIdentifier", "missing") {
            $0.appInfo["CFBundleIdentifier"] = nil
            $0.missing = ["PlugIns/Today.appex/Info.plist"]
            $0.executables = ["weather"]
        },
        Mistake("identifier of one part", "Info.plist", "CFBundleIdentifier", "no bundle identifier") {
            $0.appInfo["CFBundleIdentifier"] = "<string>Weather</string>"
        },
        Mistake("identifier with a slash", "Info.plist", "CFBundleIdentifier", "no bundle identifier") {
            $0.appInfo["CFBundleIdentifier"] = "<string>../../com.example</string>"
        },
        Mistake("wrong type", "Info.plist", "CFBundleDisplayName", "an integer, not a string") {
            $0.appInfo["CFBundleDisplayName"] = "<integer>1</integer>"
        },
        Mistake("integer for boolean", "Entitlements.plist", "com.apple.security.network.client", "not a boolean") {
            $0.appEntitlements["com.apple.security.network.client"] = "<integer>1</integer>"
        },
        Mistake("name of two lines", "Info.plist", "CFBundleDisplayName", "one line") {
            $0.appInfo["CFBundleDisplayName"] = "<string>a\nb</string>"
        },
        Mistake("no version", "Info.plist", "CFBundleShortVersionString", "missing") {
            $0.appInfo["CFBundleShortVersionString"] = nil
        },
        Mistake("version with a path", "Info.plist", "CFBundleShortVersionString", "no version") {
            $0.appInfo["CFBundleShortVersionString"] = "<string>1/..</string>"
        },
        Mistake("no executable", "Info.plist", "CFBundleExecutable", "There is no weather") {
            $0.missing = ["weather"]
        },
        Mistake("not executable", "Info.plist", "CFBundleExecutable", "not executable") {
            $0.executables = ["PlugIns/Today.appex/widget"]
        },
        Mistake("executable outside", "Info.plist", "CFBundleExecutable", "no path inside") {
            $0.appInfo["CFBundleExecutable"] = "<string>../sh</string>"
        },
        Mistake("absolute executable", "Info.plist", "CFBundleExecutable", "no path inside") {
            $0.appInfo["CFBundleExecutable"] = "<string>/bin/sh</string>"
        },
        Mistake("executable is a folder", "Info.plist", "CFBundleExecutable", "not a file") {
            $0.appInfo["CFBundleExecutable"] = "<string>PlugIns</string>"
        },
        Mistake("reserved scheme", "Info.plist", "CFBundleURLTypes.0.CFBundleURLSchemes", "reserved") {
            $0.appInfo["CFBundleURLTypes"] = """
                <array><dict><key>CFBundleURLSchemes</key><array><string>JavaScript</string></array></dict></array>
                """
        },
        Mistake("bad scheme", "Info.plist", "CFBundleURLTypes.0.CFBundleURLSchemes", "no URL scheme") {
            $0.appInfo["CFBundleURLTypes"] = """
                <array><dict><key>CFBundleURLSchemes</key><array><string>my app</string></array></dict></array>
                """
        },
        Mistake("bad host", "Info.plist", "TodayAllowedHosts", "no host") {
            $0.appInfo["TodayAllowedHosts"] = "<array><string>https://example.com/</string></array>"
        },
        Mistake("hosts without the entitlement", "Info.plist", "TodayAllowedHosts", "neither") {
            $0.appInfo["TodayAllowedHosts"] = "<array><string>example.com</string></array>"
            $0.appEntitlements["com.apple.security.network.client"] = nil
        },
        Mistake("bad group", "Entitlements.plist", "com.apple.security.application-groups", "no name of an app group") {
            $0.appEntitlements["com.apple.security.application-groups"] = """
                <array><string>group.com.example.weather</string><string>weather</string></array>
                """
        },
        Mistake("many groups", "Entitlements.plist", "com.apple.security.application-groups", "at most 16 are") {
            let names = (0...16).map { "<string>group.a\($0)</string>" }.joined()
            $0.appEntitlements["com.apple.security.application-groups"] =
                "<array><string>group.com.example.weather</string>\(names)</array>"
        },
        Mistake("group of dots", "Entitlements.plist", "com.apple.security.application-groups", "no name of") {
            $0.appEntitlements["com.apple.security.application-groups"] = """
                <array><string>group.com.example.weather</string><string>group.../../x</string></array>
                """
        },
        Mistake("bad push environment", "Entitlements.plist", "aps-environment", "no push environment") {
            $0.appEntitlements["aps-environment"] = "<string>beta</string>"
        },
        Mistake(
            "group that the app lacks",
            "PlugIns/Today.appex/Entitlements.plist",
            "com.apple.security.application-groups",
            GroupAccessMessage.missing(GroupID("group.com.example.wether"))
        ) {
            $0.widgetEntitlements["com.apple.security.application-groups"] = """
                <array><string>group.com.example.wether</string></array>
                """
        },
        Mistake("no child", widget, "CFBundleIdentifier", "not a child") {
            $0.widgetInfo["CFBundleIdentifier"] = "<string>com.example.WeatherToday</string>"
        },
        Mistake("no extension", widget, "NSExtension", "missing") { $0.widgetInfo["NSExtension"] = nil },
        Mistake("extension point of two lines", widget, "NSExtension.NSExtensionPointIdentifier", "no name of") {
            $0.widgetInfo["NSExtension"] = """
                <dict><key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service\nAll will run.</string></dict>
                """
        },
        Mistake("missing card", widget, "NSExtension.NSExtensionMainStoryboard", "There is no card") {
            $0.widgetInfo["NSExtension"] = """
                <dict><key>NSExtensionPointIdentifier</key><string>com.apple.widget-extension</string>
                <key>NSExtensionMainStoryboard</key><string>Main</string></dict>
                """
        },
        Mistake("host that the app does not list", widget, "TodayAllowedHosts", "does not list example.com") {
            $0.widgetInfo["TodayAllowedHosts"] = "<array><string>example.com</string></array>"
        },
        Mistake("twice the same widget", "PlugIns/Zwei.appex/Info.plist", "CFBundleIdentifier", "identifier") {
            $0.files["PlugIns/Zwei.appex/Info.plist"] = BundleFixture.plist($0.widgetInfo)
            $0.files["PlugIns/Zwei.appex/widget"] = Data("#!/bin/sh\n".utf8)
            $0.executables.append("PlugIns/Zwei.appex/widget")
        },
        Mistake("malformed strings", "de.lproj/InfoPlist.strings", nil, "Line 2: A semicolon is missing") {
            $0.files["de.lproj/InfoPlist.strings"] = Data("\"a\" = \"b\";\n\"c\" = \"d\"".utf8)
        },
    ]

    @Test(arguments: mistakes)
    func reportsAMistakeWithFileKeyAndMend(_ mistake: Mistake) async throws {
        var fixture = BundleFixture()
        mistake.make(&fixture)
        let error = try await #require(throws: BundleError.self) { try await read(fixture) }
        #expect(error.code == .invalid)
        let problem = error.problems.first {
            $0.file == mistake.file && $0.key == mistake.key && $0.message.contains(mistake.message)
        }
        let found = try #require(problem, "\(error)")
        #expect(!found.remedy.isEmpty)
        // A mistake is one mistake: it does not drag others behind it.
        if !["identifier missing", "no property list"].contains(mistake.testDescription) {
            #expect(error.problems.count == 1, "\(error)")
        }
    }

    @Test func reportsAllMistakesAtOnce() async throws {
        var fixture = BundleFixture()
        fixture.appInfo["CFBundleDisplayName"] = nil
        fixture.appInfo["CFBundleExecutable"] = "<string>../sh</string>"
        fixture.widgetInfo["CFBundleIdentifier"] = "<string>com.other.Widget</string>"
        let error = try await #require(throws: BundleError.self) { try await read(fixture) }
        #expect(error.problems.map(\.key) == ["CFBundleDisplayName", "CFBundleExecutable", "CFBundleIdentifier"])
        #expect(error.message == "Weather.app has 3 problems.")
    }

    @Test(arguments: ["weather", "Info.plist"])
    func aLinkThatLeadsOutIsRefused(_ name: String) async throws {
        try await withTemporaryDirectory { folder in
            let root = try BundleFixture().write(to: folder)
            let target = "\(folder)/outside"
            try FileManager.default.moveItem(atPath: "\(root)/\(name)", toPath: target)
            try FileManager.default.createSymbolicLink(atPath: "\(root)/\(name)", withDestinationPath: target)
            let error = #expect(throws: BundleError.self) { try BundleReader().read(at: root) }
            #expect(error?.problems.count == 1)
        }
    }

    @Test func whatIsNoFolderIsNotFound() throws {
        let error = #expect(throws: BundleError.self) { try BundleReader().read(at: "/nowhere/Weather.app") }
        #expect(error?.code == .notFound)
    }

    @Test func theOtherExtensionsOfIOSAreKnownByName() {
        let identifiers = [
            "com.apple.widget-extension", "com.apple.share-services", "com.apple.ui-services",
            "com.apple.photo-editing", "com.apple.fileprovider-nonui", "com.apple.keyboard-service",
        ]
        #expect(Set(identifiers.compactMap(ExtensionPoint.init(identifier:))) == Set(ExtensionPoint.allCases))
    }

    private func read(_ fixture: BundleFixture) async throws -> AppManifest {
        try await withTemporaryDirectory { folder in
            try BundleReader().read(at: try fixture.write(to: folder))
        }
    }
}
