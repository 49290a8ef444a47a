package import TodayProtocol

/// The strings of one app for one language, in tables that are searched in order.
package struct LocalizedStrings: Sendable {
    /// Maximum length of a text with its arguments, in characters.
    package static let textLimit = 16 * 1024

    private let tables: [[String: String]]

    /// Creates strings from tables; the first table that has a key determines its text.
    package init(_ tables: [[String: String]] = []) { self.tables = tables }

    /// Localizes a text; a key without an entry is its own text.
    package func text(_ text: LocalizableText) -> String {
        switch text {
        case .text(let text): text
        case .key(let key, let arguments):
            Self.fill(tables.lazy.compactMap { $0[key] }.first ?? key, with: arguments)
        }
    }

    /// Replaces `%@`, `%1$@` and so on by arguments; `%%` is a percent sign.
    ///
    /// A placeholder without an argument is removed; other text stays as it is.
    package static func fill(_ format: String, with arguments: [String]) -> String {
        var text = ""
        var rest = format[...]
        var next = 0
        while let percent = rest.firstIndex(of: "%"), text.count < textLimit {
            text += rest[..<percent]
            rest = rest[percent...].dropFirst()
            if rest.first == "%" {
                text.append("%")
                rest = rest.dropFirst()
            } else if rest.first == "@" {
                text += next < arguments.count ? arguments[next] : ""
                next += 1
                rest = rest.dropFirst()
            } else if let (place, after) = position(rest) {
                text += arguments.indices.contains(place - 1) ? arguments[place - 1] : ""
                rest = after
            } else {
                text.append("%")
            }
        }
        return String((text + rest).prefix(textLimit))
    }

    /// Parses the rest of a placeholder after its percent sign, such as `1$@`.
    private static func position(_ text: Substring) -> (place: Int, rest: Substring)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count), let place = Int(digits), place > 0 else { return nil }
        let rest = text.dropFirst(digits.count)
        return rest.hasPrefix("$@") ? (place, rest.dropFirst(2)) : nil
    }

    /// Selects the languages of a bundle in which to search a surface's texts, best first.
    ///
    /// For `ja-JP` they are `ja-JP`, `ja`, `Base` and `en`; if the bundle has none of these, its alphabetically first
    /// language.
    ///
    /// - Parameters:
    ///   - language: The surface's language, a BCP 47 tag.
    ///   - bundle: The languages of the bundle: the names of its `lproj` folders.
    /// - Returns: The selected names.
    package static func order(for language: String, of bundle: [String]) -> [String] {
        func tag(_ name: String) -> String { name.lowercased().replacing("_", with: "-") }
        func named(_ name: String) -> String? { bundle.first { tag($0) == name } }
        var order: [String] = []
        func add(_ name: String?) {
            if let name, !order.contains(name) { order.append(name) }
        }
        var wanted = tag(language)[...]
        while true {
            add(named(String(wanted)))
            guard let dash = wanted.lastIndex(of: "-") else { break }
            wanted = wanted[..<dash]
        }
        add(named("base"))
        add(named("en"))
        if order.isEmpty { add(bundle.min()) }
        return order
    }
}

/// Supplies the names and strings of apps.
package protocol NotificationTexts: Sendable {
    /// Returns an app's name; its identifier if it is not installed.
    func title(of app: AppID, in language: String) -> String

    /// Returns `true` if a text is an app's name in any language.
    func isTitle(_ text: String, of app: AppID) -> Bool

    /// Returns an app's strings for a language.
    ///
    /// It is called often and from any thread, and should usually answer from memory.
    func strings(of app: AppID, in language: String) -> LocalizedStrings

    /// Returns `true` if an app has a page that its icon opens.
    func hasPage(_ app: AppID) -> Bool
}
