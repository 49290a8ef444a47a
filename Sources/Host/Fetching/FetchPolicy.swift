import HostModel
package import HostStorage
package import OutgoingHTTP
import TodayProtocol

/// The servers that one app may fetch from, checked before each request and for the target of every redirect.
package struct FetchPolicy: Hashable, Sendable {
    private enum Rule: Hashable {
        case app(name: String, declared: Set<AllowedServer>, allowed: Set<AllowedServer>)
        case images
    }

    private let rule: Rule

    /// Creates the policy of an app, whose name is for messages.
    ///
    /// Declared hosts are reached only over HTTPS, at the given port or the default one, and at public addresses;
    /// malformed ones are ignored. Servers that the person allowed are reached over HTTP or HTTPS and at any address.
    package init(appName: String, declaredHosts: [String], allowedHosts: [AllowedServer]) {
        let declared = Set(declaredHosts.compactMap(AllowedServer.init(declared:)))
        rule = .app(name: appName, declared: declared, allowed: Set(allowedHosts))
    }

    private init(rule: Rule) { self.rule = rule }

    /// The policy for images: any server at the default ports, at public addresses only.
    package static let images = FetchPolicy(rule: .images)

    /// Returns the permitted addresses of a server; throws `notAllowed` with a sentence that says how to allow the
    /// server.
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

    private static func command(allowing address: FetchAddress, for app: String) -> String {
        "today allow \(app.contains(" ") ? "\"\(app)\"" : app) \(address.server)"
    }
}

extension AllowedServer {
    /// Parses a host that a bundle declares; `nil` for a name with an underscore, and for an IPv6 address without brackets.
    fileprivate init?(declared text: String) {
        guard let host = try? AllowedServer(text), !host.host.contains("_") else { return nil }
        guard !host.host.contains(":") || text.hasPrefix("[") else { return nil }
        self = host
    }

    /// Returns `true` if this is the host of an address, and the port, or the scheme's default port if it has none.
    fileprivate func covers(_ address: FetchAddress) -> Bool {
        host == address.host && (port.map { $0 == address.port } ?? address.hasDefaultPort)
    }
}
