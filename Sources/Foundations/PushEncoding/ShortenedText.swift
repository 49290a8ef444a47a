/// Shortens texts so that a payload fits its limit.
package enum ShortenedText {
    /// Encodes a payload with the longest prefix of a text that fits, followed by an ellipsis.
    ///
    /// The text is cut after a whole character (grapheme). `encode` returns `nil` if the payload with a text is larger
    /// than `limit` bytes; a shorter text must not be larger.
    ///
    /// - Returns: The payload; `nil` if not even the ellipsis fits.
    package static func encode(_ text: String, limit: Int, _ encode: (String) -> [UInt8]?) -> [UInt8]? {
        // Each character takes a byte at least, so later ones cannot fit.
        let characters = Array(text.prefix(limit))
        guard var best = encode("…") else { return nil }
        var (fits, tooMany) = (0, characters.count + 1)
        while tooMany - fits > 1 {
            let count = (fits + tooMany) / 2
            if let bytes = encode(String(characters[..<count]) + "…") {
                (best, fits) = (bytes, count)
            } else {
                tooMany = count
            }
        }
        return best
    }
}
