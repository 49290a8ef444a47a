package import TodayProtocol

/// The strings of one app for one language: tables in the order in which a key is looked for.
package struct LocalizedStrings: Sendable {
    /// How long a text may become when its arguments are put in, in characters.
    package static let textLimit = 16 * 1024

    private let tables: [[String: String]]

    /// Takes tables; the first one that has a key counts.
    package init(_ tables: [[String: String]] = []) { self.tables = tables }

    /// A text as it shows.
    ///
    /// A key that no table has shows itself.
    package func text(_ text: LocalizableText) -> String {
        switch text {
        case .text(let text): text
        case .key(let key, let arguments):
            Self.fill(tables.lazy.compactMap { $0[key] }.first ?? key, with: arguments)
        }
    }

    /// Puts arguments where a string has `%@`, `%1$@` and so on; `%%` is a percent sign.
    ///
    /// A place whose argument is missing stays empty; anything else stays as it is.
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

    /// Reads `1$@`.
    private static func position(_ text: Substring) -> (place: Int, rest: Substring)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count), let place = Int(digits), place > 0 else { return nil }
        let rest = text.dropFirst(digits.count)
        return rest.hasPrefix("$@") ? (place, rest.dropFirst(2)) : nil
    }

    /// The languages of a bundle in which a surface's texts are looked for, the best first.
    ///
    /// For `ja-JP` those are `ja-JP`, `ja`, then `Base`, `en`, and the first of the others.
    ///
    /// - Parameters:
    ///   - language: The surface's language, a BCP 47 tag.
    ///   - bundle: The languages of the bundle, by the names of its `lproj` folders.
    /// - Returns: Some of them.
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

/// Where names and texts of apps come from.
package protocol NotificationTexts: Sendable {
    /// An app's name; its identifier if it is not installed.
    func title(of app: AppID, in language: String) -> String

    /// An app's strings for a language; called often, from any thread, and answered from memory most of the time.
    func strings(of app: AppID, in language: String) -> LocalizedStrings
}
