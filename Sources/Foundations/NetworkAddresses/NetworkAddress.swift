package import Glibc

/// An IPv4 or IPv6 address.
package struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// The prefix of IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2).
    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    /// The 4 or 16 bytes in network order.
    package let bytes: [UInt8]

    /// Parses the usual notation, such as `127.0.0.1` or `::1`; returns `nil` for anything else.
    package init?(_ text: String) {
        // A C function stops at a NUL byte.
        guard !text.utf8.contains(0) else { return nil }
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    /// Wraps an IPv4 address of a system call.
    package init(_ four: in_addr) { bytes = withUnsafeBytes(of: four) { Array($0) } }

    /// Wraps an IPv6 address of a system call.
    package init(_ six: in6_addr) { bytes = withUnsafeBytes(of: six) { Array($0) } }

    private init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The IPv4 address of an IPv4-mapped IPv6 address; the address itself for any other one.
    package var unmapped: NetworkAddress {
        bytes.starts(with: Self.mapped) ? NetworkAddress(bytes: bytes.suffix(4)) : self
    }

    /// `true` if it is in 127.0.0.0/8, `::1`, or the IPv4-mapped IPv6 address of one of these.
    package var isLoopback: Bool {
        let bytes = unmapped.bytes
        return bytes.count == 4 ? bytes[0] == 127 : bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
    }

    /// `true` if it is of a private network: of RFC 1918, RFC 4193, or link-local.
    ///
    /// An IPv4-mapped IPv6 address counts as the IPv4 address.
    package var isPrivate: Bool {
        let bytes = unmapped.bytes
        guard bytes.count == 4 else {
            return bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
        }
        switch (bytes[0], bytes[1]) {
        case (10, _), (172, 16...31), (192, 168), (169, 254): return true
        default: return false
        }
    }

    /// The network to which rate limits apply: the IPv4 address itself, the first 64 bits of an IPv6 address, and
    /// 127.0.0.1 for all loopback addresses.
    ///
    /// A customer of a network gets at least a /64 of IPv6 addresses (RFC 6177), and could otherwise avoid a limit with
    /// a new address for each request. An IPv4-mapped IPv6 address counts as the IPv4 address.
    package var network: NetworkAddress {
        if isLoopback { return NetworkAddress(bytes: [127, 0, 0, 1]) }
        if bytes.count == 4 { return self }
        if bytes.starts(with: Self.mapped) { return unmapped }
        return NetworkAddress(bytes: bytes.prefix(8) + [UInt8](repeating: 0, count: 8))
    }

    /// `true` if it is reachable on the public internet (IANA's registries of special-purpose addresses), judged by the
    /// IPv4 address that an IPv6 address contains.
    package var isPublic: Bool { bytes.count == 4 ? isPublicFour : isPublicSix }

    private var isPublicFour: Bool {
        switch (bytes[0], bytes[1], bytes[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): false
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _): false
        case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100), (203, 0, 113): false
        default: true
        }
    }

    private var isPublicSix: Bool {
        let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        if bytes.starts(with: Self.mapped) || bytes.starts(with: translated) {
            return NetworkAddress(bytes: bytes.suffix(4)).isPublic
        }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0x20, 0x01, 0x00...0x01, _), (0x20, 0x01, 0x0D, 0xB8), (0x20, 0x02, _, _): return false
        case (0x3F, 0xFE...0xFF, _, _): return false
        case (0x20...0x3F, _, _, _): return true
        default: return false
        }
    }

    /// The usual notation, such as `127.0.0.1`.
    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "?" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// The host component of a URL: a name or a network address, with or without the brackets of an IPv6 address.
package struct URLHost: Hashable, Sendable {
    private let text: String

    /// Wraps a text, ignoring its case.
    package init(_ text: some StringProtocol) {
        let isBracketed = text.first == "[" && text.last == "]"
        self.text = (isBracketed ? String(text.dropFirst().dropLast()) : String(text)).lowercased()
    }

    /// The address; `nil` for a name.
    package var address: NetworkAddress? { NetworkAddress(text) }

    /// `true` if it ends in a number but is not an address in the usual notation, such as `127.1` or `0x7f000001`,
    /// which resolvers read as an IPv4 address (WHATWG URL, "ends in a number").
    package var isMisspelledAddress: Bool {
        guard address == nil else { return false }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.count > 1 && labels.last == "" ? labels.dropLast().last : labels.last else {
            return false
        }
        if last.hasPrefix("0x") { return last.dropFirst(2).allSatisfy(\.isHexDigit) }
        return !last.isEmpty && last.allSatisfy { ("0"..."9").contains($0) }
    }

    /// `true` if it is this machine: `localhost`, names that end with `.localhost` (RFC 6761, section 6.3), and
    /// loopback addresses, but no name that only looks like one, such as `127.example.org`.
    package var isLoopback: Bool {
        text == "localhost" || text.hasSuffix(".localhost") || address?.isLoopback == true
    }
}
