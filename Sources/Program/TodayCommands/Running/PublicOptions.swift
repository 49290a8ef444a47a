import ArgumentParser
import HTTPServing
import Logging
import NetworkAddresses

/// The options that let other machines reach a server.
struct PublicOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also listen where other machines can reach it; needs --public-url, and TLS or a trusted proxy.",
            valueName: "ADDRESS:PORT"
        )
    )
    var listen: String?

    @Option(
        help: ArgumentHelp(
            "The https address by which browsers on other machines reach it, such as https://today.example.org.",
            valueName: "URL"
        )
    )
    var publicURL: String?

    @OptionGroup var protection: ProtectionOptions

    func validate() throws {
        do { _ = try PublicServing(self, in: { $0 }) } catch { throw ValidationError(error.message) }
    }
}

/// The options that protect requests from other machines.
struct ProtectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The certificate of the public address in PEM format, followed by its chain; read again when it changes.",
            valueName: "FILE"
        ),
        completion: .file()
    )
    var tlsCertificate: String?

    @Option(
        help: ArgumentHelp("The private key of that certificate in PEM format.", valueName: "FILE"),
        completion: .file()
    )
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            """
            The address of a TLS proxy in front, or a range of addresses; only it may connect, and its X-Forwarded \
            fields are trusted. May be repeated.
            """,
            valueName: "CIDR"
        )
    )
    var trustedProxy: [String] = []
}

/// The address and the protection of a server for other machines, as set by the options.
struct PublicServing: Hashable, Sendable {
    /// A certificate and its key, as absolute paths.
    struct CertificateFiles: Hashable, Sendable {
        var certificate: String
        var key: String
    }

    /// The protection of requests.
    enum Protection: Hashable, Sendable {
        case tls(CertificateFiles)
        case proxies([AddressRange])

        /// Parses the options; `nil` if there are none.
        ///
        /// - Parameters:
        ///   - options: The options.
        ///   - absolutePath: Makes a path absolute.
        /// - Throws: ``CommandError`` that names the option and the remedy.
        init?(_ options: ProtectionOptions, in absolutePath: (String) -> String) throws(CommandError) {
            switch (options.tlsCertificate, options.tlsKey, options.trustedProxy.isEmpty) {
            case (let certificate?, let key?, true):
                self = .tls(CertificateFiles(certificate: absolutePath(certificate), key: absolutePath(key)))
            case (nil, nil, false):
                var ranges: [AddressRange] = []
                for text in options.trustedProxy {
                    guard let range = AddressRange(text) else {
                        throw CommandError(
                            "--trusted-proxy is an address or a range such as 10.0.0.0/8 or ::1; “\(text)” is not."
                        )
                    }
                    ranges.append(range)
                }
                self = .proxies(ranges)
            case (nil, nil, true): return nil
            case (_, _, false):
                throw CommandError(
                    "TLS ends either here or at a proxy: --trusted-proxy does not go with --tls-certificate."
                )
            default: throw CommandError("--tls-certificate FILE and --tls-key FILE go together.")
            }
        }

        /// Loads the certificate, if there is one.
        ///
        /// - Parameter logger: Receives a line when the certificate changes.
        /// - Returns: The protection in the form for a server.
        /// - Throws: ``CommandError`` that names the file.
        func ready(logger: Logger) throws(CommandError) -> PublicAddress.Protection {
            switch self {
            case .proxies(let ranges): return .proxies(ranges)
            case .tls(let files):
                do {
                    return .tls(
                        try ServerCertificate(certificate: files.certificate, key: files.key, logger: logger)
                    )
                } catch {
                    throw CommandError(error.description)
                }
            }
        }
    }

    /// The address on which the server listens.
    var listen: ListenAddress
    /// The URL by which clients reach it.
    var url: PublicURL
    /// The protection of requests.
    var protection: Protection

    /// Parses the options; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - absolutePath: Makes a path absolute.
    /// - Throws: ``CommandError`` that names the option and the remedy.
    init?(_ options: PublicOptions, in absolutePath: (String) -> String) throws(CommandError) {
        let protection = options.protection
        guard let text = options.listen else {
            guard options.publicURL == nil, protection.tlsCertificate == nil, protection.tlsKey == nil,
                protection.trustedProxy.isEmpty
            else {
                throw CommandError(
                    "--public-url, --tls-certificate, --tls-key and --trusted-proxy go with --listen ADDRESS:PORT."
                )
            }
            return nil
        }
        guard let listen = ListenAddress(text), NetworkAddress(listen.host) != nil, listen.port != 0 else {
            throw CommandError("--listen is ADDRESS:PORT, such as 0.0.0.0:8443 or [::]:8443; “\(text)” is not.")
        }
        guard let url = options.publicURL.flatMap(PublicURL.init(_:)) else {
            throw CommandError(
                "--listen needs --public-url, the address by which browsers reach it: https://today.example.org, without "
                    + "a path."
            )
        }
        self.listen = listen
        self.url = url
        guard let protection = try Protection(protection, in: absolutePath) else { throw Self.unprotected }
        self.protection = protection
    }

    /// Loads the certificate, if there is one.
    ///
    /// - Parameter logger: Receives a line when the certificate changes.
    /// - Returns: The address.
    /// - Throws: ``CommandError`` that names the file.
    func address(logger: Logger) throws(CommandError) -> PublicAddress {
        PublicAddress(listen: listen, url: url, protection: try protection.ready(logger: logger))
    }

    /// The error for an address that other machines can reach without protection.
    static let unprotected = CommandError(
        "Without TLS others could read and change everything: add --tls-certificate FILE and --tls-key FILE, or "
            + "--trusted-proxy CIDR for the proxy with TLS in front."
    )
}
