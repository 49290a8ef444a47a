import Foundation
import Testing

/// The strings in the bundles, which the host shows.
@Suite struct StringsTests {
    @Test(arguments: ["", "PlugIns/MessagesWidget/"], [("en", "Messages"), ("ja", "メッセージ"), ("de", "Nachrichten")])
    func theNameIsThereInEveryLanguage(bundle: String, name: (String, String)) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Bundle/\(bundle)")
        let file = folder.appending(path: "\(name.0).lproj/Localizable.strings")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("\"CFBundleDisplayName\" = \"\(name.1)\";"))
    }
}
