import TodayKit

/// Reads what a person entered.
public enum EnteredText {
    /// The largest length of an address in bytes.
    public static let addressLimit = 1000
    /// The largest length of a name in characters.
    public static let nameLimit = 60

    /// Returns a text on one line, without spaces at its ends and without marks that change the direction of what follows.
    public static func line(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control: shown.append(" ")
            // Joiners belong to words.
            case .format where scalar != "\u{200D}" && scalar != "\u{200C}": break
            default: shown.append(scalar)
            }
        }
        return String(shown).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Reads an `https` or `http` address, also without a scheme.
    ///
    /// - Returns: The address; `nil` if the text is none, has the name of a user, or is longer than ``addressLimit``.
    public static func address(_ text: String) -> String? {
        var text = line(text)
        if !text.contains("://") { text = "https://\(text)" }
        guard text.utf8.count <= addressLimit, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.contains(where: { "\"<>\\^`{|}".contains($0) }), let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = url.host(), !host.isEmpty, !host.hasPrefix("."), !host.contains("%"), url.user() == nil,
            url.password() == nil
        else { return nil }
        return text
    }

    /// Whether a name is longer than ``nameLimit``, or has far more bytes than that many characters have.
    public static func isTooLong(name: String) -> Bool { name.count > nameLimit || name.utf8.count > nameLimit * 16 }
}
