import FoundationEssentials
import TodayKit

/// The items that something shared becomes: each line of the text, and each link.
struct SharedItems: Hashable {
    /// The largest number of items that are added at a time.
    static let limit = 50

    /// The titles, in their order; each is one that an item may have.
    var titles: [String]
    /// How many more lines and links there were.
    var leftOut: Int

    /// Reads the items; there are none if every line is empty.
    ///
    /// The marks of lists and check boxes before a line are left out. A title that is too long is cut off. A link gets the title of
    /// the content if it is the only one, else its own text without the scheme.
    init(_ content: SharedContent) {
        let lines = (content.text ?? "").split(whereSeparator: \.isNewline).map { Self.withoutMark(Self.plain($0)) }
        let links = content.urls.map { url in
            let title = content.urls.count == 1 ? Self.plain((content.title ?? "")[...]) : ""
            return title.isEmpty ? Self.withoutScheme(url) : title
        }
        let all = (lines + links).map(Self.cutOff).filter(ItemForm.isValid)
        titles = Array(all.prefix(Self.limit))
        leftOut = all.count - titles.count
    }

    /// The line without characters that a title may not have, and with single spaces.
    private static func plain(_ line: Substring) -> String {
        let scalars = line.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The line without what begins a line of a list: `-`, `*`, `•`, `☐`, `[ ]` or `1.`, and a space.
    private static func withoutMark(_ line: String) -> String {
        let marks = #/(?:[-*+•‣◦–·☐☑✓✔○]|\[[ xX]?\]|[0-9]{1,3}[.)])(?: +|$)/#
        var rest = line[...]
        while let match = rest.prefixMatch(of: marks) { rest = rest[match.range.upperBound...] }
        return String(rest)
    }

    private static func withoutScheme(_ url: String) -> String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return String(rest.hasSuffix("/") ? rest.dropLast() : rest)
    }

    private static func cutOff(_ title: String) -> String {
        guard title.count > ItemForm.titleLimit else { return title }
        return title.prefix(ItemForm.titleLimit - 1) + "…"
    }
}
