import HostModel
package import HostStorage
package import OutgoingHTTP
import TodayProtocol

/// The servers that one app may fetch from.
///
/// The policy is checked before each request, and again for the target of every redirect.
package struct FetchPolicy: Hashable, Sendable {
    private enum Rule: Hashable {
        case app(name: String, declared: [DeclaredHost], allowed: Set<AllowedHost>)
        case images
    }

    private let rule: Rule

    /// Creates an app's policy.
    ///
    /// - Parameters:
    ///   - appName: The app's name, for messages.
    ///   - declaredHosts: `TodayAllowedHosts` of the bundle: `HOST` or `HOST:PORT`, or `*.example.com` for all
    ///     subdomains. They are reached only over HTTPS, at the given port or the default one, and at public addresses.
    ///     Malformed entries are ignored.
    ///   - allowedHosts: The servers that the person allowed, over HTTP or HTTPS and at any address.
    package init(appName: String, declaredHosts: [String], allowedHosts: [AllowedHost]) {
        rule = .app(
            name: appName,
            declared: declaredHosts.compactMap(DeclaredHost.init),
            allowed: Set(allowedHosts)
        )
    }

    private init(rule: Rule) { self.rule = rule }

    /// The policy for images: any server at the default ports, at public addresses only.
    package static let images = FetchPolicy(rule: .images)

    /// Determines the addresses of a server to which a connection is allowed.
    ///
    /// - Throws: ``FetchFailure`` with code `notAllowed` and a sentence that says how to allow the server.
    package func reach(of address: FetchAddress) throws(FetchFailure) -> AddressPolicy {
        switch rule {
        case .images:
            guard address.hasDefaultPort else {
                throw FetchFailure(.notAllowed, "Images come from the usual ports only, not from \(address.server).")
            }
            return .publicHosts
        case .app(let name, let declared, let allowed):
            // The person allowed the server by name.
            if allowed.contains(where: { $0.covers(address) }) { return .anywhere }
            let isDeclared = declared.contains { $0.covers(address) }
            if isDeclared, address.isSecure { return .publicHosts }
            let (server, command) = (address.server, Self.command(allowing: address, for: name))
            throw FetchFailure(
                .notAllowed,
                isDeclared
                    ? .unencryptedFetchNotAllowed(name, host: server, command: command)
                    : .fetchNotAllowed(name, host: server, command: command),
                server: server
            )
        }
    }

    /// Returns the failure for a server that has no public address.
    func refusal(of address: FetchAddress) -> FetchFailure {
        switch rule {
        case .images:
            FetchFailure(.notAllowed, "\(address.server) is not on the internet, so no image is fetched from it.")
        case .app(let name, _, _):
            FetchFailure(
                .notAllowed,
                .hostNotOnInternet(address.server, app: name, command: Self.command(allowing: address, for: name)),
                server: address.server
            )
        }
    }

    /// Returns the command that allows an app the server of an address.
    private static func command(allowing address: FetchAddress, for app: String) -> String {
        "today allow \(app.contains(" ") ? "\"\(app)\"" : app) \(address.server)"
    }
}

extension AllowedHost {
    /// Returns `true` if the person's permission covers an address.
    fileprivate func covers(_ address: FetchAddress) -> Bool { host == address.host && coversPort(of: address) }

    /// Returns `true` if the permission's port, or the scheme's default port if it has none, is that of an address.
    fileprivate func coversPort(of address: FetchAddress) -> Bool {
        port.map { $0 == address.port } ?? address.hasDefaultPort
    }
}

/// A server that a bundle declares, with or without a port, or all subdomains of a domain.
struct DeclaredHost: Hashable, Sendable {
    private let host: AllowedHost
    private let coversSubdomains: Bool

    /// Parses `example.com`, `example.com:8443`, `[IPV6]:8443` or `*.example.com`.
    ///
    /// - Returns: `nil` for any other text; `*.` must be followed by at least two labels.
    init?(_ text: String) {
        let text = text.lowercased()
        coversSubdomains = text.hasPrefix("*.")
        guard let host = try? AllowedHost(coversSubdomains ? String(text.dropFirst(2)) : text) else { return nil }
        self.host = host
        if host.host.contains(":") {  // An IPv6 address, in brackets.
            guard text.hasPrefix("[") else { return nil }
            return
        }
        let labels = host.host.split(separator: ".", omittingEmptySubsequences: false)
        let areWellFormed = labels.allSatisfy { label in
            !label.isEmpty && label.utf8.count <= 63 && !label.utf8.contains(0x5F)
        }
        guard areWellFormed, !coversSubdomains || labels.count >= 2 else { return nil }
    }

    /// Returns `true` if the declaration covers the server of an address.
    func covers(_ address: FetchAddress) -> Bool {
        guard host.coversPort(of: address) else { return false }
        return coversSubdomains ? address.host.hasSuffix("." + host.host) : address.host == host.host
    }
}
