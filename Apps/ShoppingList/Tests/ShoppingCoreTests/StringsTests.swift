import Foundation
import Testing
import TodayKit

@testable import ShoppingCore

/// The strings in the bundle, which the host shows.
@Suite struct StringsTests {
    private func strings(_ language: String) throws -> [String: String] {
        let bundle = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Bundle")
        let file = bundle.appending(path: "\(language).lproj/Localizable.strings")
        let text = try String(contentsOf: file, encoding: .utf8)
        let pairs = text.matches(of: #/"([^"]*)" = "([^"]*)";/#).map { (String($0.1), String($0.2)) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test(arguments: ["en", "ja", "de"])
    func everyTextOfANotificationIsThere(language: String) throws {
        let strings = try strings(language)
        let json =
            try JSONValue(encoding: ReminderNotification.categories).jsonText
            + JSONValue(encoding: ReminderNotification.request(for: Reminder(.daily, hour: 1, minute: 1))).jsonText
        let keys = Set(json.matches(of: #/"key":"([^"]*)"/#).map { String($0.1) })
        #expect(keys.count == 5)
        for key in keys { #expect(strings[key]?.isEmpty == false, "\(key)") }
        #expect(Set(strings.keys) == keys.union(["CFBundleDisplayName"]))
    }
}
