/// How much of messages is kept.
package enum MessageLimits {
    /// How many messages an inbox has; of more the newest stay.
    package static let messages = 10_000
    /// A title or a second line, in bytes; longer ones are cut.
    package static let titleBytes = 1024
    /// An address, in bytes; a longer one is left out.
    package static let addressBytes = 4096
    /// The name of a content type, in bytes; a longer one counts as HTML.
    package static let contentTypeBytes = 128
    /// The extras together, in bytes of JSON; more are left out, but for the second line.
    package static let extraBytes = 16 * 1024
    /// The text of a body that is searched, in bytes; the rest is not found.
    package static let textBytes = 16 * 1024
    /// The bodies of one app with their pictures, in bytes; beyond that those of the oldest messages go.
    package static let bodyBytes = 512 << 20
    /// How many words of a query count.
    package static let queryWords = 8
    /// How long a search may take; it is refused then.
    package static let searchTime = Duration.seconds(3)
    /// The messages of one page, in bytes of JSON, so that they fit a line of the connection.
    package static let pageBytes = 512 << 10
    /// The longest page, in messages.
    package static let page = 1_000
    /// How many notifications of one app wait for bodies; when there are more, some of the oldest are forgotten.
    package static let held = 1_000
    /// How long it takes at most until a body is tried again, in seconds.
    package static let longestPause = 3_600.0
    /// How long it takes until a body is tried for the second time, in seconds; doubled each time.
    package static let firstPause = 5.0
    /// Why a body could not be had, in characters.
    package static let failureLength = 500
}

/// Texts as messages keep them.
enum MessageText {
    /// Cuts a text to a number of bytes, between two characters.
    static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var result = ""
        var count = 0
        for character in text {
            count += character.utf8.count
            if count > bytes { break }
            result.append(character)
        }
        return result
    }

    /// A text for one line: what controls a terminal or breaks the line becomes a space.
    static func line(_ text: String, to bytes: Int) -> String {
        let scalars = cut(text, to: bytes).unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// A text as it is searched: without the difference of cases.
    static func folded(_ text: String) -> String { text.lowercased() }

    /// The words of a query, each folded; at most ``MessageLimits/queryWords``.
    static func words(_ query: String?) -> [String] {
        folded(query ?? "").split(whereSeparator: \.isWhitespace).prefix(MessageLimits.queryWords).map(String.init)
    }
}
