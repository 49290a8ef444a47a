import StoreSupport

/// A host that the person lets an app fetch from, although its bundle does not declare it.
package struct AllowedHost: Hashable, Sendable, CustomStringConvertible {
    /// The host's name or address in lower case; an IPv6 address without brackets.
    package let host: String
    /// The port, or `nil` for the default ports of http and https.
    package let port: Int?

    /// Takes a host and a port apart.
    ///
    /// - Throws: ``StoreError`` with code `invalid` unless the host is a name of letters, digits, hyphens, underscores
    ///   and dots, at most 253 bytes, or an IPv6 address, and the port is 1 to 65535.
    package init(host: String, port: Int?) throws(StoreError) {
        let host = host.lowercased()
        let isName = host.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
        }
        let isAddress =
            host.utf8.contains(0x3A)
            && host.utf8.allSatisfy { (0x61...0x66).contains($0) || (0x30...0x3A).contains($0) || $0 == 0x2E }
        guard !host.isEmpty, host.utf8.count <= 253, isName || isAddress, !host.hasPrefix("."), !host.contains("..")
        else {
            throw StoreError(.invalid, "\"\(host.prefix(80))\" is no host name; write it as example.com or 127.0.0.1.")
        }
        guard port.map({ (1...65_535).contains($0) }) ?? true else {
            throw StoreError(.invalid, "\(port ?? 0) is no port; a port is 1 to 65535.")
        }
        self.host = host
        self.port = port
    }

    /// Reads `HOST`, `HOST:PORT` or `[IPV6]:PORT`.
    ///
    /// - Throws: ``StoreError`` with code `invalid` if the text is nothing of the kind.
    package init(_ text: String) throws(StoreError) {
        var host = Substring(text)
        var port: Substring?
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else {
                throw StoreError(.invalid, "\"\(text.prefix(80))\" is no host; write it as HOST or HOST:PORT.")
            }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        if let port, Int(port) == nil {
            throw StoreError(.invalid, "\"\(port.prefix(20))\" is no port; a port is 1 to 65535.")
        }
        try self.init(host: String(host), port: port.flatMap { Int($0) })
    }

    /// The form that ``init(_:)`` reads.
    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }
}
