import NetworkAddresses

/// Validates and escapes the addresses in messages of topics, which senders write unescaped; addresses that no surface
/// of the host opens, such as scripts, files and data, are refused.
struct TopicLinkValidator: Sendable {
    /// Longest permitted address, in bytes.
    private static let limit = 2048

    /// Returns `true` if an installed app opens an address.
    let isApps: @Sendable (String) -> Bool

    /// Escapes an address that a person may open; `nil` if it is malformed or nothing on this host opens it.
    func address(_ text: String) -> String? {
        guard let address = Self.escaped(text), let scheme = URLScheme.prefix(of: address) else { return nil }
        if scheme == "http" || scheme == "https" { return Self.isWeb(address) ? address : nil }
        return URLScheme.external.contains(scheme) || isApps(address) ? address : nil
    }

    /// Escapes an address that a request may be sent to; `nil` if it is not http or https.
    func webAddress(_ text: String) -> String? { Self.escaped(text).flatMap { Self.isWeb($0) ? $0 : nil } }

    static func isWeb(_ address: String) -> Bool {
        let lowercased = address.lowercased()
        return ["https://", "http://"].contains { lowercased.hasPrefix($0) && lowercased.utf8.count > $0.utf8.count }
    }

    /// Trims a text, and percent-encodes each byte that an address must not contain (RFC 3986, section 2); returns
    /// `nil` if it is empty or too long.
    static func escaped(_ text: String) -> String? {
        guard text.utf8.count <= limit else { return nil }
        let bytes = Array(text.trimmed.utf8)
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

    private static func isHex(_ byte: UInt8) -> Bool { digits.contains(byte) || (0x61...0x66).contains(byte) }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !#""<>\^`{|}"#.utf8.contains(byte)
    }
}
