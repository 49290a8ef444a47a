import Foundation
import ProcessHost
import Testing
import TodayProtocol
import TodayTestSupport

/// Share extensions: what an app takes that people share.
@Suite struct ShareRuleTests {
    private static let prefix = "NSExtension.NSExtensionAttributes.NSExtensionActivationRule"

    private func fixture(rule: String, rest: String = "", folder: String = "Share") -> BundleFixture {
        var fixture = BundleFixture()
        fixture.files["PlugIns/\(folder).appex/Info.plist"] = Self.info(rule: rule, rest: rest)
        return fixture
    }

    private static func info(rule: String, rest: String = "") -> Data {
        Data(
            """
            <?xml version="1.0"?>
            <plist version="1.0"><dict><key>NSExtension</key><dict>
            <key>NSExtensionPointIdentifier</key><string>com.apple.share-services</string>
            <key>NSExtensionAttributes</key><dict>\(rule)</dict>
            </dict>\(rest)</dict></plist>
            """.utf8
        )
    }

    private static func rule(_ members: String) -> String {
        "<key>NSExtensionActivationRule</key><dict>\(members)</dict>"
    }

    private static func supports(_ key: String, _ value: String) -> String {
        "<key>NSExtensionActivationSupports\(key)</key>\(value)"
    }

    private func read(_ fixture: BundleFixture) async throws -> AppManifest {
        try await withTemporaryDirectory { folder in
            try BundleReader().read(at: try fixture.write(to: folder))
        }
    }

    @Test(arguments: [
        (supports("Text", "<true/>"), ShareRule(takesText: true)),
        (supports("WebURLWithMaxCount", "<integer>3</integer>"), ShareRule(urls: 3)),
        (supports("ImageWithMaxCount", "<integer>1000</integer>"), ShareRule(images: 10)),
        (
            supports("Text", "<true/>") + supports("WebURLWithMaxCount", "<integer>1</integer>")
                + supports("ImageWithMaxCount", "<integer>2</integer>"),
            ShareRule(takesText: true, urls: 1, images: 2)
        ),
    ])
    func theRuleSaysWhatTheAppTakes(members: String, rule: ShareRule) async throws {
        let manifest = try await read(fixture(rule: Self.rule(members)))

        #expect(manifest.share == rule)
        #expect(manifest.unsupportedExtensions.isEmpty)
        #expect(manifest.unsupportedKeys.isEmpty)
        let data = try JSONEncoder().encode(manifest)
        #expect(try JSONDecoder().decode(AppManifest.self, from: data) == manifest)
    }

    @Test func anAppWithoutOneTakesNothingAndNeitherDoesOneFromBefore() async throws {
        let manifest = try await read(BundleFixture())
        #expect(manifest.share == nil)
        let data = try JSONEncoder().encode(manifest)
        #expect(try JSONDecoder().decode(AppManifest.self, from: data).share == nil)
    }

    /// A bundle with an extension that has a program, at an extension point.
    private func fixture(point: String, rule: String, id: String = "com.example.Weather.Use") -> BundleFixture {
        var fixture = BundleFixture()
        let info = Self.info(
            rule: rule,
            rest: """
                <key>CFBundleExecutable</key><string>use</string><key>CFBundleIdentifier</key><string>\(id)</string>
                <key>CFBundleDisplayName</key><string>Use</string>
                """
        )
        let text = String(decoding: info, as: UTF8.self).replacing("com.apple.share-services", with: point)
        fixture.files["PlugIns/Use.appex/Info.plist"] = Data(text.utf8)
        fixture.files["PlugIns/Use.appex/use"] = Data("#!/bin/sh\n".utf8)
        fixture.executables.append("PlugIns/Use.appex/use")
        return fixture
    }

    @Test(arguments: [
        ("com.apple.share-services", ShareExtensionPoint.share), ("com.apple.ui-services", .action),
        ("com.apple.services", .action),
    ])
    func oneWithAProgramIsAProgramOfTheApp(identifier: String, point: ShareExtensionPoint) async throws {
        let manifest = try await read(
            fixture(point: identifier, rule: Self.rule(Self.supports("Text", "<true/>")))
        )

        #expect(manifest.share == nil)
        #expect(manifest.unsupportedExtensions.isEmpty)
        #expect(manifest.rule(at: point) == ShareRule(takesText: true))
        #expect(manifest.extension(at: point)?.program.id.rawValue == "com.example.Weather.Use")
        #expect(manifest.widgets.map(\.id.rawValue) == ["com.example.Weather.Today"])
        let data = try JSONEncoder().encode(manifest)
        #expect(try JSONDecoder().decode(AppManifest.self, from: data) == manifest)
    }

    @Test(arguments: [
        ("com.apple.share-services", "<key>NSExtensionActivationRule</key><string>TRUEPREDICATE</string>"),
        ("com.apple.ui-services", ""),
        ("com.apple.photo-editing", "<key>NSExtensionActivationRule</key><dict/>"),
    ])
    func oneThatIsMadeForIOSDoesNotRun(identifier: String, rule: String) async throws {
        let manifest = try await read(fixture(point: identifier, rule: rule, id: "not a child"))

        #expect(manifest.extensions.isEmpty)
        #expect(manifest.unsupportedExtensions.map(\.folder) == ["PlugIns/Use.appex"])
    }

    @Test func aProgramIsHeldToTheRulesOfAWidget() async throws {
        let rule = Self.rule(Self.supports("Text", "<true/>"))
        var fixture = fixture(point: "com.apple.ui-services", rule: rule, id: "com.example.Other.Use")
        fixture.files["PlugIns/Use.appex/Entitlements.plist"] = Data(
            """
            <plist version="1.0"><dict><key>com.apple.security.application-groups</key>
            <array><string>group.com.example.other</string></array></dict></plist>
            """.utf8
        )

        let error = try await #require(throws: BundleError.self) { try await read(fixture) }

        let keys = error.problems.compactMap(\.key).sorted()
        #expect(keys == ["CFBundleIdentifier", "com.apple.security.application-groups"])
    }

    @Test func kindsThatTodayDoesNotShareAreNamed() async throws {
        let members = Self.supports("Text", "<true/>") + Self.supports("MovieWithMaxCount", "<integer>1</integer>")

        let manifest = try await read(fixture(rule: Self.rule(members)))

        let key = "\(Self.prefix).NSExtensionActivationSupportsMovieWithMaxCount"
        #expect(manifest.unsupportedKeys.map(\.key) == [key])
    }

    @Test(arguments: [
        ("", prefix, "It is missing."),
        (
            "<key>NSExtensionActivationRule</key><string>TRUEPREDICATE</string>", prefix,
            "It is a string, not a dictionary."
        ),
        (rule(""), prefix, "It takes nothing."),
        (rule(supports("Text", "<false/>")), prefix, "It takes nothing."),
        (
            rule(supports("Text", "<true/>") + supports("ImageWithMaxCount", "<integer>-1</integer>")),
            "\(prefix).NSExtensionActivationSupportsImageWithMaxCount", "It is no number of things."
        ),
        (
            rule(supports("WebURLWithMaxCount", "<true/>")),
            "\(prefix).NSExtensionActivationSupportsWebURLWithMaxCount", "It is no number of things."
        ),
        (
            rule(supports("Text", "<string>yes</string>") + supports("ImageWithMaxCount", "<integer>1</integer>")),
            "\(prefix).NSExtensionActivationSupportsText", "It is a string, not a boolean."
        ),
    ])
    func aMistakeIsNamed(attributes: String, key: String, message: String) async throws {
        let error = try await #require(throws: BundleError.self) { try await read(fixture(rule: attributes)) }

        #expect(error.problems.map(\.file) == ["PlugIns/Share.appex/Info.plist"])
        #expect(error.problems.map(\.key) == [key])
        #expect(error.problems.map(\.message) == [message])
    }

    @Test func anAppHasOneShareExtension() async throws {
        let rule = Self.rule(Self.supports("Text", "<true/>"))
        var fixture = fixture(rule: rule)
        fixture.files["PlugIns/Second.appex/Info.plist"] = Self.info(rule: rule)

        let error = try await #require(throws: BundleError.self) { try await read(fixture) }

        #expect(error.problems.map(\.message) == ["The app has another Share extension."])
    }
}
