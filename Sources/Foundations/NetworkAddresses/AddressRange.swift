/// The addresses that begin with the same bits, in CIDR notation (RFC 4632, section 3.1; RFC 4291, section 2.3), such
/// as `10.0.0.0/8` or `fd00::/8`; IPv4-mapped IPv6 addresses count as IPv4 addresses.
package struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    private let start: NetworkAddress
    private let length: Int

    /// Parses a range or a single address; returns `nil` for anything else, and if bits after the prefix are set: such
    /// a text is more likely a mistake than a way to write the range.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let start = NetworkAddress(String(first)) else { return nil }
        let bits = start.bytes.count * 8
        var length = bits
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[1]), number <= bits
            else { return nil }
            length = number
        }
        self.start = start
        self.length = length
        guard (length..<bits).allSatisfy({ !Self.bit($0, of: start.bytes) }) else { return nil }
    }

    /// Returns `true` if an address is in the range.
    package func contains(_ address: NetworkAddress) -> Bool {
        let (bytes, prefix) = (address.unmapped.bytes, start.bytes)
        guard bytes.count == prefix.count else { return false }
        let whole = length / 8
        guard bytes.prefix(whole) == prefix.prefix(whole) else { return false }
        return (whole * 8..<length).allSatisfy { Self.bit($0, of: bytes) == Self.bit($0, of: prefix) }
    }

    /// The range in CIDR notation.
    package var description: String { "\(start)/\(length)" }

    private static func bit(_ index: Int, of bytes: [UInt8]) -> Bool { bytes[index / 8] & (0x80 >> (index % 8)) != 0 }
}
