/// Shortens texts so that a payload fits its limit.
package enum ShortenedText {
    /// Encodes a payload with the longest prefix of whole characters of a text that fits, followed by an ellipsis;
    /// `nil` if not even the ellipsis fits.
    ///
    /// `encode` returns `nil` for a payload of more than `limit` bytes; a shorter text must not be larger.
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
