import Foundation
import HostModel
import JSON
import SurfaceTestSupport
import Testing
import TodayProtocol

@testable import TodayWeb

/// A language whose every text is marked, so that a text that comes from no catalog stands out.
@Suite struct PseudoLanguageTests {
    /// The catalogs of the pages and the host with each text in double brackets: ⟦Settings⟧.
    private static let marked = StringCatalog([marking(PageTexts.file), marking(HostTexts.file)], languages: ["en"])

    /// Dates and times, which are not in a catalog.
    private static var dates: [Regex<Substring>] {
        [
            #/\d{1,2}:\d{2}(?:\s[AP]M)?/#, #/[A-Z][a-z]{2} \d{1,2}(?:, \d{4})?(?: at)?/#, #/[A-Z][a-z]+day,?/#,
            #/[A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th)/#,
        ]
    }

    @Test func everyTextComesFromACatalog() async throws {
        let pages = try await PageTexts.$catalog.withValue(Self.marked) { try await EveryPage.pages("en-US") }
        #expect(pages.values.contains { $0.contains("⟦Settings⟧") })
        for (name, page) in pages {
            let unmarked = EveryPage.texts(page).filter { Self.isUnmarked($0) }
            #expect(unmarked == [], "\(name)")
        }
    }

    @Test(arguments: [
        ("⟦Remove Weather⟧", false), ("⟦3 of ⟦4⟧⟧ Weather", false), ("Remove ⟦Weather⟧", true), ("⟦a⟧ 12:50 PM", false),
        ("⟦Late⟧ by 5 min", true), ("Weather &lt;1&gt; ⟦x⟧", false), ("今日", true),
    ])
    func whatIsOutsideOfTheBracketsIsFound(text: String, isUnmarked: Bool) {
        #expect(Self.isUnmarked(text) == isUnmarked)
    }

    /// Returns `true` if a text has words outside of the brackets that are none of an app and no date.
    private static func isUnmarked(_ text: String) -> Bool {
        var depth = 0
        var rest = ""
        for character in text {
            if character == "⟦" { depth += 1 }
            if depth == 0 { rest.append(character) }
            if character == "⟧" { depth -= 1 }
        }
        for words in EveryPage.textsOfApps.sorted(by: { $0.count > $1.count }) {
            rest = rest.replacing(words, with: "")
        }
        for date in dates { rest = rest.replacing(date, with: "") }
        return rest.replacing(#/&(?:amp|lt|gt|quot|#39);/#, with: "").contains(#/\p{L}{2}/#)
    }

    /// Returns a catalog with brackets around its texts, in bytes that are never freed.
    private static func marking(_ file: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let catalog = (try? JSONValue(parsing: file)) ?? .null
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4 << 20)
        let end = bytes.initialize(fromContentsOf: Array(marking(catalog).jsonText.utf8))
        return UnsafeBufferPointer(rebasing: bytes[..<end])
    }

    private static func marking(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(
            Dictionary(
                uniqueKeysWithValues: members.map { name, member in
                    (name, name == "value" ? .string("⟦\(member.stringValue ?? "")⟧") : marking(member))
                }
            )
        )
    }
}
