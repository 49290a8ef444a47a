import NetworkAddresses

/// Addresses in messages of topics.
///
/// A sender writes them for phones as they come. What no address may hold is escaped here, and what no surface of a host
/// opens is left out: scripts, files and data above all.
struct TopicLinkValidator: Sendable {
    /// How many bytes an address may have.
    private static let limit = 2048

    /// Whether an installed app opens an address.
    let isApps: @Sendable (String) -> Bool

    /// The address that a person can be led to; none if the text is none, or nothing here opens it.
    func address(_ text: String) -> String? {
        guard let address = Self.escaped(text), let scheme = URLScheme.prefix(of: address) else { return nil }
        if scheme == "http" || scheme == "https" { return Self.isWeb(address) ? address : nil }
        return URLScheme.external.contains(scheme) || isApps(address) ? address : nil
    }

    /// The address that a request can be sent to; none if it is not of the web.
    func webAddress(_ text: String) -> String? { Self.escaped(text).flatMap { Self.isWeb($0) ? $0 : nil } }

    /// Whether an address is of the web.
    static func isWeb(_ address: String) -> Bool {
        let lowercased = address.lowercased()
        return ["https://", "http://"].contains { lowercased.hasPrefix($0) && lowercased.utf8.count > $0.utf8.count }
    }

    /// The text without space at its ends, and with a percent escape for each byte that no address holds (RFC 3986,
    /// section 2); none if it is too long then.
    static func escaped(_ text: String) -> String? {
        guard text.utf8.count <= limit else { return nil }
        let start = text.drop(while: \.isWhitespace)
        let bytes = Array(String(start.reversed().drop(while: \.isWhitespace).reversed()).utf8)
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isEscape = byte == UInt8(ascii: "%") && bytes[(index + 1)...].prefix(2).count(where: isHex) == 2
            if isEscape || (byte != UInt8(ascii: "%") && isAllowed(byte)) {
                result.append(byte)
            } else {
                result += Array("%".utf8) + [byte >> 4, byte & 15].map { digits[Int($0)] }
            }
        }
        return result.count <= limit && !result.isEmpty ? String(decoding: result, as: UTF8.self) : nil
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isHex(_ byte: UInt8) -> Bool {
        digits.contains(byte) || (0x61...0x66).contains(byte)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !#""<>\^`{|}"#.utf8.contains(byte)
    }
}
