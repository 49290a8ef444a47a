/// The URL of a page, split into its parts, for apps that have several pages.
///
/// For `today-weather://places/tokyo?edit=1` the scheme is `today-weather`, the path `places/tokyo` and the query
/// `["edit": "1"]`.
public struct SceneURL: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The whole URL.
    public let text: String

    /// Creates a URL from any text; the scheme is empty if the text is not a URL.
    public init(_ text: String) { self.text = text }

    /// Creates a URL from any text, as ``init(_:)`` does.
    public init(stringLiteral text: String) { self.text = text }

    /// The whole URL.
    public var description: String { text }

    /// The text before the colon, in lower case.
    public var scheme: String {
        guard let colon = text.firstIndex(of: ":") else { return "" }
        return text[..<colon].lowercased()
    }

    /// The text after the scheme, without slashes at both ends and with percent escapes decoded.
    public var path: String {
        let part = rest.prefix { $0 != "?" }
        var trimmed = part.drop { $0 == "/" }
        while trimmed.last == "/" { trimmed.removeLast() }
        return Self.unescape(trimmed)
    }

    /// The parameters after the question mark, by name; the last one if a name occurs twice.
    public var query: [String: String] {
        let part = rest.drop { $0 != "?" }.dropFirst()
        var items: [String: String] = [:]
        for item in part.split(separator: "&") {
            let name = item.prefix { $0 != "=" }
            items[Self.unescape(name)] = Self.unescape(item.dropFirst(name.count + 1))
        }
        return items
    }

    private var rest: Substring {
        let start = text.firstIndex(of: ":").map(text.index(after:)) ?? text.startIndex
        return text[start...].prefix { $0 != "#" }
    }

    /// Decodes percent escapes; a malformed escape is kept.
    private static func unescape(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = hexDigit(bytes[index + 1]), let low = hexDigit(bytes[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
