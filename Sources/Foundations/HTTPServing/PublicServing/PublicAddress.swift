import Foundation
package import NetworkAddresses

/// The address at which other machines reach a server, and the protection of their requests in transit.
package struct PublicAddress: Sendable {
    package enum Protection: Sendable {
        /// The server speaks TLS itself.
        case tls(ServerCertificate)
        /// Proxies in front of the server speak TLS; no other client may connect.
        case proxies([AddressRange])
    }

    package var listen: ListenAddress
    package var url: PublicURL
    package var protection: Protection

    package init(listen: ListenAddress, url: PublicURL, protection: Protection) {
        self.listen = listen
        self.url = url
        self.protection = protection
    }
}

/// The `https` origin at which clients reach a server, such as `https://today.example.org`.
package struct PublicURL: Hashable, Sendable, CustomStringConvertible {
    /// The name, and the port unless it is 443, as in the header `Host`; in lower case.
    package let authority: String

    /// Reads a URL; `nil` unless it has the scheme `https`, a host, and no user, path, query or fragment.
    package init?(_ text: String) {
        guard text.utf8.count <= 300, let parts = URLComponents(string: text), parts.scheme?.lowercased() == "https",
            let host = parts.percentEncodedHost, !host.isEmpty, !host.contains("%"), parts.user == nil,
            parts.password == nil, parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil
        else { return nil }
        if let port = parts.port, !(1...65_535).contains(port) { return nil }
        let port = parts.port.flatMap { $0 == 443 ? nil : ":\($0)" } ?? ""
        authority = host.lowercased() + port
    }

    package var description: String { "https://\(authority)" }
}
