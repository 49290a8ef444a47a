package enum MessageLimits {
    /// The largest number of messages of an inbox; the oldest beyond it are dropped.
    package static let messages = 10_000
    /// The largest size of a title or second line, in bytes; longer ones are truncated.
    package static let titleBytes = 1024
    /// The largest size of an address, in bytes; longer ones are dropped.
    package static let addressBytes = 4096
    /// The largest size of a content type, in bytes; a longer one counts as HTML.
    package static let contentTypeBytes = 128
    /// The largest total size of the extras, in bytes of JSON; larger ones are dropped, except for the second line.
    package static let extraBytes = 16 * 1024
    /// The size of the searchable beginning of a body's text, in bytes.
    package static let textBytes = 16 * 1024
    /// The largest total size of one app's bodies, in bytes; beyond it, those of the oldest messages are dropped.
    package static let bodyBytes = 512 << 20
    /// Longest time for which the deletion of a message may be held, in seconds.
    package static let longestHold = 600.0
    /// Number of words of a query that are used.
    package static let queryWords = 8
    package static let searchTime = Duration.seconds(3)
    /// The largest size of a page, in bytes of JSON, so that it fits into a line of the connection.
    package static let pageBytes = 512 << 10
    package static let page = 1_000
    /// The largest number of held notifications of one app; beyond it the oldest are dropped.
    package static let held = 1_000
    /// The longest wait before another attempt to fetch a body, in seconds.
    package static let longestPause = 3_600.0
    /// The wait before the second attempt, in seconds; it doubles with each further attempt.
    package static let firstPause = 5.0
    /// Number of bytes after which the reason for a failed attempt is cut.
    package static let failureBytes = 1000
}

/// Normalizes texts of messages.
enum MessageText {
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

    /// Truncates a text, and replaces control characters and line breaks by spaces.
    static func line(_ text: String, to bytes: Int) -> String {
        let scalars = cut(text, to: bytes).unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Folds a text for case-insensitive searching.
    static func folded(_ text: String) -> String { text.lowercased() }

    static func words(_ query: String?) -> [String] {
        folded(query ?? "").split(whereSeparator: \.isWhitespace).prefix(MessageLimits.queryWords).map(String.init)
    }
}
