/// An address that a server listens on.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// A name or an address.
    package var host: String
    /// The port; 0 for any free port.
    package var port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Parses `HOST:PORT`; returns `nil` for anything else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    /// `true` if only programs on this machine can reach the address.
    package var isLoopback: Bool { URLHost(host).isLoopback }

    /// The text that ``init(_:)`` reads.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
