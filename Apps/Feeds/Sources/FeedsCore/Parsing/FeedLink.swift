import TodayKit

/// Links in feeds, which are those of strangers.
enum FeedLink {
    /// The largest length of a link in bytes.
    static let limit = 1500

    /// Resolves a link.
    ///
    /// - Parameters:
    ///   - text: The link, absolute or relative.
    ///   - base: The URL that a relative one is resolved against.
    /// - Returns: An `https` or `http` URL without a user's name, or `nil` for anything else, such as `javascript:`.
    static func resolve(_ text: String, against base: String) -> String? {
        let text = encoded(text.trimmingSpace)
        guard !text.isEmpty, text.utf8.count <= limit, let url = URL(string: text, relativeTo: URL(string: base)) else {
            return nil
        }
        let absolute = url.absoluteURL
        guard let scheme = absolute.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = absolute.host(), !host.isEmpty, absolute.user() == nil, absolute.password() == nil
        else { return nil }
        let result = absolute.absoluteString
        return result.utf8.count <= limit ? result : nil
    }

    /// Percent-encodes what must not stand in a URL; feeds contain spaces and letters of all scripts.
    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            if byte > 0x20, byte < 0x7F, !"\"<>\\^`{|}".utf8.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}
