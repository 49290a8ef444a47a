import ArgumentParser
import HTTPServing

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

    @Flag(
        help: """
            For this run, also serve devices of your private network without encryption; they may look and act, but not \
            change settings.
            """
    )
    var lan = false

    @OptionGroup var protection: ProtectionOptions

    func validate() throws {
        do { _ = try serving(in: { $0 }) } catch { throw ValidationError(error.message) }
        if lan, listen != nil {
            throw ValidationError("--lan is for machines without --listen; leave it out, since --listen encrypts.")
        }
    }

    /// Parses the options, with `absolutePath` to make paths absolute; `nil` if there are none.
    func serving(in absolutePath: (String) -> String) throws(PublicServing.Mistake) -> PublicServing? {
        try PublicServing(
            listen: listen,
            url: publicURL,
            certificate: protection.tlsCertificate.map(absolutePath),
            key: protection.tlsKey.map(absolutePath),
            proxies: protection.trustedProxy
        )
    }
}

struct ProtectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The certificate of the public address in PEM format, followed by its chain; read again when it changes.",
            valueName: "FILE"
        ),
        completion: .file()
    )
    var tlsCertificate: String?

    @Option(help: .value("FILE", "The private key of that certificate in PEM format."), completion: .file())
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

    /// Parses the options, with `absolutePath` to make paths absolute; `nil` if there are none.
    func parsed(in absolutePath: (String) -> String) throws(PublicServing.Mistake) -> PublicServing.Protection? {
        try PublicServing.Protection(
            certificate: tlsCertificate.map(absolutePath),
            key: tlsKey.map(absolutePath),
            proxies: trustedProxy
        )
    }
}
