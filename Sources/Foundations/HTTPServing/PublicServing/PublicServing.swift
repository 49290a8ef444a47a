package import Logging
package import NetworkAddresses

/// The address and the protection of a server for other machines, as an operator sets them.
package struct PublicServing: Hashable, Sendable {
    /// A mistake in what the operator set: a sentence that names the option and the remedy.
    package struct Mistake: Error {
        package let message: String

        init(_ message: String) { self.message = message }
    }

    package enum Protection: Hashable, Sendable {
        /// TLS with a certificate and its key, as absolute paths.
        case tls(certificate: String, key: String)
        case proxies([AddressRange])

        /// Parses the options with absolute paths and addresses or ranges of the TLS proxies in front; `nil` if there
        /// are none.
        package init?(certificate: String?, key: String?, proxies: [String]) throws(Mistake) {
            switch (certificate, key, proxies.isEmpty) {
            case (let certificate?, let key?, true):
                self = .tls(certificate: certificate, key: key)
            case (nil, nil, false):
                var ranges: [AddressRange] = []
                for text in proxies {
                    guard let range = AddressRange(text) else {
                        throw Mistake(
                            "--trusted-proxy is an address or a range such as 10.0.0.0/8 or ::1; “\(text)” is not."
                        )
                    }
                    ranges.append(range)
                }
                self = .proxies(ranges)
            case (nil, nil, true): return nil
            case (_, _, false):
                throw Mistake("TLS ends either here or at a proxy: --trusted-proxy does not go with --tls-certificate.")
            default: throw Mistake("--tls-certificate FILE and --tls-key FILE go together.")
            }
        }

        /// Loads the certificate, if there is one, or throws a mistake that names the file; the log gets a line when it
        /// changes.
        package func ready(logger: Logger) throws(Mistake) -> PublicAddress.Protection {
            switch self {
            case .proxies(let ranges): return .proxies(ranges)
            case .tls(let certificate, let key):
                do {
                    return .tls(try ServerCertificate(certificate: certificate, key: key, logger: logger))
                } catch {
                    throw Mistake(error.description)
                }
            }
        }
    }

    private let listen: ListenAddress
    package let url: PublicURL
    private let protection: Protection

    /// Parses the options, whose paths are absolute; `nil` if there are none.
    package init?(
        listen: String?,
        url: String?,
        certificate: String?,
        key: String?,
        proxies: [String]
    ) throws(Mistake) {
        guard let listen else {
            guard url == nil, certificate == nil, key == nil, proxies.isEmpty else {
                throw Mistake(
                    "--public-url, --tls-certificate, --tls-key and --trusted-proxy go with --listen ADDRESS:PORT."
                )
            }
            return nil
        }
        guard let address = ListenAddress(listen), NetworkAddress(address.host) != nil, address.port != 0 else {
            throw Mistake("--listen is ADDRESS:PORT, such as 0.0.0.0:8443 or [::]:8443; “\(listen)” is not.")
        }
        guard let text = url else {
            throw Mistake(
                "--listen needs --public-url, the address by which browsers reach it: https://today.example.org."
            )
        }
        guard let url = PublicURL(text) else { throw Self.wrongURL(text) }
        self.listen = address
        self.url = url
        guard let protection = try Protection(certificate: certificate, key: key, proxies: proxies) else {
            throw Self.unprotected
        }
        self.protection = protection
    }

    /// Loads the certificate, if there is one, or throws a mistake that names the file; the log gets a line when it
    /// changes.
    package func address(logger: Logger) throws(Mistake) -> PublicAddress {
        PublicAddress(listen: listen, url: url, protection: try protection.ready(logger: logger))
    }

    /// Returns the mistake of a `--public-url` that is none; one with the scheme `http` is told what https needs.
    private static func wrongURL(_ text: String) -> Mistake {
        guard text.lowercased().hasPrefix("http://") else {
            return Mistake("--public-url is https://NAME or https://NAME:PORT, without a path; “\(text)” is not.")
        }
        return Mistake(
            "--public-url begins with https://, and “\(text)” with http://: others on the way could read and change "
                + "everything. Use https:// with --tls-certificate FILE and --tls-key FILE, or with --trusted-proxy CIDR "
                + "for a proxy with TLS in front."
        )
    }

    /// The mistake of an address that other machines can reach without protection.
    package static let unprotected = Mistake(
        "Without TLS others could read and change everything: add --tls-certificate FILE and --tls-key FILE, or "
            + "--trusted-proxy CIDR for the proxy with TLS in front."
    )
}
