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

    @Test func oneWithAProgramOfItsOwnDoesNotRun() async throws {
        let fixture = fixture(
            rule: Self.rule(Self.supports("Text", "<true/>")),
            rest: "<key>CFBundleExecutable</key><string>share</string>"
        )

        let manifest = try await read(fixture)

        #expect(manifest.share == nil)
        #expect(manifest.unsupportedExtensions.map(\.folder) == ["PlugIns/Share.appex"])
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
