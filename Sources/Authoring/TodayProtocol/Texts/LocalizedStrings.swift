/// The strings of one app, or of Today itself, for one language, in tables that are searched in order.
public struct LocalizedStrings: Sendable {
    /// The strings of one file for one language.
    package struct Table: Sendable {
        /// The language of the strings, a BCP 47 tag, which decides on plural forms.
        package var language: String
        /// The strings by key; a plural form has the key of its text and its category, such as `days|one`.
        package var strings: [String: String]

        package init(language: String, strings: [String: String]) {
            self.language = language
            self.strings = strings
        }

        /// Returns the table with the strings that it lacks, in all their plural forms, from that of another language.
        package func completed(by other: Table) -> Table {
            let lacking = other.strings.filter { strings[String($0.key.prefix { $0 != "|" })] == nil }
            return Table(language: language, strings: strings.merging(lacking) { own, _ in own })
        }

        /// Returns the string of a key, in the plural form for the first number among the arguments.
        func string(for key: String, _ arguments: [LocalizableText]) -> String? {
            let string = strings[key]
            guard let string, !arguments.isEmpty, strings["\(key)|one"] != nil || strings["\(key)|few"] != nil,
                let place = LocalizedStrings.placeOfFirstNumber(in: string), arguments.indices.contains(place - 1),
                case .text(let digits) = arguments[place - 1], let count = Int(digits)
            else { return string }
            return strings["\(key)|\(PluralCategory(count, in: language).rawValue)"] ?? string
        }
    }

    /// Maximum length of a text with its arguments, in characters.
    package static let textLimit = 16 * 1024

    private let tables: [Table]

    /// Creates strings from tables; the first table that has a key determines its text.
    package init(_ tables: [Table] = []) { self.tables = tables }

    /// Localizes a text; a key without an entry is its own text.
    public func text(_ text: LocalizableText) -> String {
        switch text {
        case .text(let text): text
        case .key(let key, let arguments):
            Self.fill(
                tables.lazy.compactMap { $0.string(for: key, arguments) }.first ?? key,
                with: arguments.map { self.text($0) }
            )
        }
    }

    /// Replaces `%@`, `%1$@` and so on by arguments, and `%lld`, `%1$lld` and so on as well; `%%` is a percent sign.
    ///
    /// A placeholder without an argument is removed; other text stays as it is.
    package static func fill(_ format: String, with arguments: [String]) -> String {
        guard format.utf8.contains(UInt8(ascii: "%")) else {
            return format.utf8.count <= textLimit ? format : String(format.prefix(textLimit))
        }
        var text = ""
        var rest = format[...]
        var next = 0
        while let percent = rest.firstIndex(of: "%"), text.count < textLimit {
            text += rest[..<percent]
            rest = rest[percent...].dropFirst()
            if rest.first == "%" {
                text.append("%")
                rest = rest.dropFirst()
            } else if let after = conversion(rest) {
                text += next < arguments.count ? arguments[next] : ""
                next += 1
                rest = after.rest
            } else if let (place, after) = position(rest), let after = conversion(after) {
                text += arguments.indices.contains(place - 1) ? arguments[place - 1] : ""
                rest = after.rest
            } else {
                text.append("%")
            }
        }
        return String((text + rest).prefix(textLimit))
    }

    /// Parses the end of a placeholder: `@` or `lld`.
    private static func conversion(_ text: Substring) -> (isNumber: Bool, rest: Substring)? {
        if text.first == "@" { return (false, text.dropFirst()) }
        return text.hasPrefix("lld") ? (true, text.dropFirst(3)) : nil
    }

    /// Parses the place of a placeholder after its percent sign, such as `1$`.
    private static func position(_ text: Substring) -> (place: Int, rest: Substring)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count), let place = Int(digits), place > 0 else { return nil }
        let rest = text.dropFirst(digits.count)
        return rest.first == "$" ? (place, rest.dropFirst()) : nil
    }

    /// Returns the place of the first argument that is a number, counted from one; `nil` if there is none.
    private static func placeOfFirstNumber(in format: String) -> Int? {
        var rest = format[...]
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            rest = rest[percent...].dropFirst()
            if rest.first == "%" {
                rest = rest.dropFirst()
            } else if let after = conversion(rest) {
                next += 1
                if after.isNumber { return next }
            } else if let (place, after) = position(rest), conversion(after)?.isNumber == true {
                return place
            }
        }
        return nil
    }

    /// Selects the languages of a bundle in which to search a surface's texts, best first: for `ja-JP` they are
    /// `ja-JP`, `ja`, `Base` and `en` or, if it has none of these, its alphabetically first language.
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

/// A category of numbers that have the same plural form in a language (Unicode CLDR, Language Plural Rules, for integers).
enum PluralCategory: String, Sendable {
    case zero, one, two, few, many, other

    /// Returns the category of a number in a language, a BCP 47 tag; that of English if the language has no rule here.
    init(_ number: Int, in language: String) {
        let count = number.magnitude
        let (tens, hundreds) = (count % 10, count % 100)
        self =
            switch language.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
            case "ja", "zh", "ko", "vi", "th", "id", "ms", "my", "lo", "km": .other
            case "fr", "pt", "hi", "bn", "fa", "hy": count <= 1 ? .one : .other
            case "ru", "uk", "be", "sr", "hr", "bs":
                if tens == 1, hundreds != 11 {
                    .one
                } else if (2...4).contains(tens), !(12...14).contains(hundreds) {
                    .few
                } else {
                    .many
                }
            case "pl":
                if count == 1 {
                    .one
                } else if (2...4).contains(tens), !(12...14).contains(hundreds) {
                    .few
                } else {
                    .many
                }
            case "cs", "sk": count == 1 ? .one : (2...4).contains(count) ? .few : .other
            case "ar":
                switch count {
                case 0: .zero
                case 1: .one
                case 2: .two
                default: (3...10).contains(hundreds) ? .few : hundreds >= 11 ? .many : .other
                }
            case "he": count == 1 ? .one : count == 2 ? .two : .other
            default: count == 1 ? .one : .other
            }
    }
}
