import FoundationEssentials
import NetworkAddresses

/// The address of a NATS server: `nats://HOST:PORT`, or `tls://HOST:PORT` with TLS.
package struct NATSAddress: Hashable, Sendable, CustomStringConvertible {
    /// What proves to the server who this is.
    enum Credentials: Hashable {
        case none
        /// A file with a token and a key, as NATS's own tools write it.
        case file(String)
        case password(user: String, file: String)
    }

    /// The name or address, without brackets.
    let host: String
    let port: Int
    /// The file of the authorities that may have issued the server's certificate; `nil` without TLS.
    let authorities: String?
    let credentials: Credentials

    private static let options: Set<String> = ["ca", "creds", "passfile", "tls"]
    private static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"
    private static let defaultPort = 4222

    /// The host and the port, without what is secret.
    package var description: String { "\(ListenAddress(host: host, port: port))" }

    /// Reads the addresses of a cluster's servers, separated by commas.
    package static func list(_ text: String) throws(NATSError) -> [NATSAddress] {
        var servers: [NATSAddress] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            servers.append(try NATSAddress(String(part)))
        }
        return servers
    }

    /// Reads an address, which may name files: `ca=` the authorities of the server's certificate, `creds=` a file with
    /// credentials, or `passfile=` one with the password of the user in the address.
    ///
    /// A server on another machine is reached with TLS, unless the address says `tls=off`. A password or a token must not
    /// be in it, since other users of the machine see a program's arguments; errors do not repeat the text.
    package init(_ text: String) throws(NATSError) {
        let scheme = text.prefix { $0 != ":" }
        guard scheme == "nats" || scheme == "tls" else {
            throw NATSError("The address of a NATS server is nats://HOST:PORT or tls://HOST:PORT.")
        }
        guard let parts = URLComponents(string: text, encodingInvalidCharacters: false),
            let host = parts.host, !host.isEmpty, parts.fragment == nil,
            ["", "/"].contains(parts.path), let port = Self.port(parts.port)
        else { throw NATSError("The address of a NATS server is \(scheme)://HOST:PORT, with a port up to 65535.") }
        guard parts.password == nil else {
            throw NATSError(
                """
                The address has a password, which other users of this machine could see. Write it to a file, and name \
                that with passfile=PATH in the address.
                """
            )
        }
        let options = try Self.options(of: parts)
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        self.port = port
        credentials = try Self.credentials(user: parts.user, options)
        authorities = try Self.authorities(options, isTLS: scheme == "tls", isLoopback: URLHost(host).isLoopback)
    }

    private static func port(_ port: Int?) -> Int? {
        let port = port ?? defaultPort
        return (1...65_535).contains(port) ? port : nil
    }

    private static func options(of parts: URLComponents) throws(NATSError) -> [String: String] {
        var values: [String: String] = [:]
        for item in parts.queryItems ?? [] {
            guard options.contains(item.name), let value = item.value, !value.isEmpty else {
                throw NATSError(
                    """
                    The address of a NATS server can have ca=PATH, creds=PATH, passfile=PATH and tls=off after a \
                    question mark, separated by “&”, and nothing else.
                    """
                )
            }
            guard values.updateValue(value, forKey: item.name) == nil else {
                throw NATSError("The address of a NATS server has \(item.name)= twice.")
            }
        }
        return values
    }

    private static func credentials(user: String?, _ options: [String: String]) throws(NATSError) -> Credentials {
        switch (user, options["passfile"], options["creds"]) {
        case (nil, nil, nil): return .none
        case (nil, nil, let file?): return .file(file)
        case (let user?, let file?, nil): return .password(user: user, file: file)
        case (_, _, _?):
            throw NATSError("The address has creds=, which replaces a user and passfile=: leave those out.")
        case (nil, _?, nil):
            throw NATSError("passfile= is for the password of a user: nats://USER@HOST:PORT?passfile=PATH.")
        case (_?, nil, nil):
            throw NATSError(
                """
                The address has a user and no password. Write that to a file, and name it with passfile=PATH in the \
                address. A token cannot be used, since other users of this machine could see it.
                """
            )
        }
    }

    private static func authorities(
        _ options: [String: String],
        isTLS: Bool,
        isLoopback: Bool
    ) throws(NATSError) -> String? {
        let file = options["ca"]
        switch options["tls"] {
        case nil: return isTLS || !isLoopback || file != nil ? file ?? systemAuthorities : nil
        case "off" where isTLS || file != nil:
            throw NATSError("The address has tls=off, and tls:// or ca=, which need TLS: leave out one of the two.")
        case "off": return nil
        default: throw NATSError("tls= can only be off. TLS is on for other machines, and with tls://.")
        }
    }
}

/// What is wrong with a NATS server, its address or its client library.
package struct NATSError: Error, CustomStringConvertible {
    /// A sentence that names the thing and the remedy, without what is secret.
    package let message: String

    package var description: String { message }

    init(_ message: String) { self.message = message }
}
