/// The grammar of `TodayAllowedHosts` and of what a person allows: `host` or `host:port`.
package enum HostName {
    /// Brings a host into the form in which hosts are compared: lower case, without a dot at its end.
    ///
    /// A host is a DNS name of ASCII letters, digits and hyphens, an IPv4 address, or an IPv6 address in brackets; a
    /// port is 1 to 65535. There are no wildcards, schemes, paths or user names.
    ///
    /// - Returns: The host; `nil` if it is none.
    package static func normalized(_ text: String) -> String? {
        let lower = text.lowercased()
        guard lower.utf8.count <= 300, lower.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        if lower.hasPrefix("[") {
            guard let bracket = lower.firstIndex(of: "]") else { return nil }
            let address = lower[lower.index(after: lower.startIndex)..<bracket]
            let rest = lower[lower.index(after: bracket)...]
            guard address.contains(":"), address.utf8.count <= 45,
                address.utf8.allSatisfy({ isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }),
                rest.isEmpty || (rest.first == ":" && isPort(rest.dropFirst()))
            else { return nil }
            return lower
        }
        let parts = lower.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.count == 1 || isPort(parts[1]) else { return nil }
        let name = parts[0].hasSuffix(".") ? parts[0].dropLast() : parts[0]
        guard isName(name) else { return nil }
        return ([String(name)] + parts.dropFirst().map(String.init)).joined(separator: ":")
    }

    private static func isName(_ name: Substring) -> Bool {
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, let last = labels.last else { return false }
        // What ends in a number is an IPv4 address or nothing (URL Standard, "ends in a number").
        if !last.isEmpty, last.allSatisfy(BundleNames.isDigit) {
            return labels.count == 4 && labels.allSatisfy { UInt8(String(Substring($0))) != nil }
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { BundleNames.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isPort(_ text: Substring) -> Bool {
        guard let port = UInt16(text), port > 0 else { return false }
        return text.utf8.allSatisfy(BundleNames.isDigit)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        BundleNames.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
