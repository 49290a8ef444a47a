import NIOSSL

/// A server of APNs.
public struct APNsServer: Hashable, Sendable {
    /// The server for apps from the App Store and TestFlight.
    public static let production = APNsServer(host: "api.push.apple.com")
    /// The server for apps that are run from Xcode.
    public static let sandbox = APNsServer(host: "api.sandbox.push.apple.com")

    /// The name or the address of the server.
    public let host: String
    /// The port; Apple's servers also take 2197.
    public let port: Int
    /// The trusted root certificates; `nil` for those of the system.
    let authorities: [NIOSSLCertificate]?

    private init(host: String) {
        self.host = host
        port = 443
        authorities = nil
    }

    /// Creates a server from its name or address; `authorities` are root certificates in PEM form to trust instead of
    /// those of the system.
    ///
    /// - Throws: ``APNsError`` with code `invalidCredentials` if the text contains no certificate, or the name cannot
    ///   be part of a URL.
    public init(host: String, port: Int = 443, authorities: String? = nil) throws(APNsError) {
        let isHost =
            (1...253).contains(host.utf8.count)
            && host.allSatisfy { character in
                character.isASCII && (character.isLetter || character.isNumber || ".-:".contains(character))
            }
        guard isHost, (1...65_535).contains(port) else {
            throw APNsError(.invalidCredentials, "The server is not a host and a port.")
        }
        self.host = host
        self.port = port
        let certificates = authorities.map { (try? NIOSSLCertificate.fromPEMBytes(Array($0.utf8))) ?? [] }
        guard certificates?.isEmpty != true else {
            throw APNsError(.invalidCredentials, "The authorities are not certificates in PEM form.")
        }
        self.authorities = certificates
    }

    var origin: String { "https://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// The TLS settings: at least version 1.2, with verification of the server's name.
    var tls: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let authorities { configuration.trustRoots = .certificates(authorities) }
        return configuration
    }
}
