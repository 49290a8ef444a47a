package import HostStorage
package import OutgoingHTTP

/// The hosts that one app may fetch from.
///
/// It is checked before a request, and again for the target of every redirect.
package struct FetchPolicy: Hashable, Sendable {
    private enum Rule: Hashable {
        case app(name: String, declared: [DeclaredHost], allowed: Set<AllowedHost>)
        case images
    }

    private let rule: Rule

    /// Makes an app's policy.
    ///
    /// - Parameters:
    ///   - appName: The app's name, for messages.
    ///   - declaredHosts: `TodayAllowedHosts` of the bundle: names, or `*.example.com` for all subdomains. They are
    ///     reached only by https at the default port and at public addresses. Malformed names are ignored.
    ///   - allowedHosts: The hosts that the person allowed, by http or https and at any address.
    package init(appName: String, declaredHosts: [String], allowedHosts: [AllowedHost]) {
        rule = .app(
            name: appName,
            declared: declaredHosts.compactMap(DeclaredHost.init),
            allowed: Set(allowedHosts)
        )
    }

    private init(rule: Rule) { self.rule = rule }

    /// The policy for images: any host at the default ports, at public addresses only.
    package static let images = FetchPolicy(rule: .images)

    /// Determines which addresses of a host may be connected to.
    ///
    /// - Throws: ``FetchFailure`` with code `notAllowed` and a sentence that says how to allow the host.
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
            let isDeclared = declared.contains { $0.covers(address.host) }
            if isDeclared, address.isSecure, address.hasDefaultPort { return .publicHosts }
            let reason = isDeclared && !address.isSecure ? " without encryption" : ""
            throw FetchFailure(
                .notAllowed,
                "\(name) may not fetch from \(address.server)\(reason); "
                    + "allow it with “today allow \(Self.argument(name)) \(address.server)”.",
                server: address.server
            )
        }
    }

    /// Makes the failure for a host that has no public address.
    func refusal(of address: FetchAddress) -> FetchFailure {
        switch rule {
        case .images:
            FetchFailure(.notAllowed, "\(address.server) is not on the internet, so no image is fetched from it.")
        case .app(let name, _, _):
            FetchFailure(
                .notAllowed,
                "\(address.server) is not on the internet but on this machine or its network; "
                    + "if you trust \(name) with it, allow it with “today allow \(Self.argument(name)) \(address.server)”.",
                server: address.server
            )
        }
    }

    private static func argument(_ name: String) -> String { name.contains(" ") ? "\"\(name)\"" : name }
}

extension AllowedHost {
    /// Whether the person's permission covers an address.
    fileprivate func covers(_ address: FetchAddress) -> Bool {
        guard host == address.host else { return false }
        return port.map { $0 == address.port } ?? address.hasDefaultPort
    }
}

/// A host that a bundle declares: a name, or all of its subdomains.
struct DeclaredHost: Hashable, Sendable {
    private let name: String
    private let coversSubdomains: Bool

    /// Parses `example.com` or `*.example.com`.
    ///
    /// - Returns: `nil` for other text; a star must be followed by at least two labels.
    init?(_ text: String) {
        let text = text.lowercased()
        coversSubdomains = text.hasPrefix("*.")
        name = coversSubdomains ? String(text.dropFirst(2)) : text
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let areWellFormed = labels.allSatisfy { label in
            !label.isEmpty && label.utf8.count <= 63
                && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
        }
        guard areWellFormed, name.utf8.count <= 253, !coversSubdomains || labels.count >= 2 else { return nil }
    }

    /// Whether it covers a host in lower case.
    func covers(_ host: String) -> Bool { coversSubdomains ? host.hasSuffix("." + name) : host == name }
}
