package import HostStorage

/// What one app may fetch from.
///
/// A pure value: it is asked before a request, and again for every address that a server sends it on to.
package struct FetchPolicy: Hashable, Sendable {
    /// Which addresses of a server may be connected to.
    package enum Reach: Hashable, Sendable {
        /// Only such as anyone on the internet can reach.
        case publicOnly
        /// Any, this machine's own included: the person allowed the server by name.
        case anywhere
    }

    private enum Rule: Hashable {
        case app(name: String, declared: [DeclaredHost], allowed: Set<AllowedHost>)
        case images
    }

    private let rule: Rule

    /// Makes an app's policy.
    ///
    /// - Parameters:
    ///   - appName: What the person calls the app, for the sentence that refuses.
    ///   - declaredHosts: `TodayAllowedHosts` of its bundle: names, or `*.example.com` for all names below one. They
    ///     are reached by https at its own port and at public addresses only. What is no such name allows nothing.
    ///   - allowedHosts: What the person allowed: by http or https, wherever it is.
    package init(appName: String, declaredHosts: [String], allowedHosts: [AllowedHost]) {
        rule = .app(
            name: appName,
            declared: declaredHosts.compactMap(DeclaredHost.init),
            allowed: Set(allowedHosts)
        )
    }

    private init(rule: Rule) { self.rule = rule }

    /// What images are fetched with: any host at the usual ports, at public addresses only.
    package static let images = FetchPolicy(rule: .images)

    /// Says where an address may be connected to.
    ///
    /// - Throws: ``FetchFailure`` with code `notAllowed`, whose sentence says how to allow it.
    package func reach(of address: FetchAddress) throws(FetchFailure) -> Reach {
        switch rule {
        case .images:
            guard address.hasDefaultPort else {
                throw FetchFailure(.notAllowed, "Images come from the usual ports only, not from \(address.server).")
            }
            return .publicOnly
        case .app(let name, let declared, let allowed):
            if allowed.contains(where: { $0.covers(address) }) { return .anywhere }
            let isDeclared = declared.contains { $0.covers(address.host) }
            if isDeclared, address.isSecure, address.hasDefaultPort { return .publicOnly }
            let reason = isDeclared && !address.isSecure ? " without encryption" : ""
            throw FetchFailure(
                .notAllowed,
                "\(name) may not fetch from \(address.server)\(reason); "
                    + "allow it with “today allow \(Self.argument(name)) \(address.server)”."
            )
        }
    }

    /// Says why a server's address may not be connected to.
    func refusal(of address: FetchAddress) -> FetchFailure {
        switch rule {
        case .images:
            FetchFailure(.notAllowed, "\(address.server) is not on the internet, so no image is fetched from it.")
        case .app(let name, _, _):
            FetchFailure(
                .notAllowed,
                "\(address.server) is not on the internet but on this machine or its network; "
                    + "if you trust \(name) with it, allow it with “today allow \(Self.argument(name)) \(address.server)”."
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

/// A host that a bundle declares: a name, or all names below one.
struct DeclaredHost: Hashable, Sendable {
    private let name: String
    private let coversSubdomains: Bool

    /// Reads `example.com` or `*.example.com`.
    ///
    /// - Returns: `nil` for what is neither; a star needs at least two labels after it.
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

    /// Whether a host, in lower case, is meant.
    func covers(_ host: String) -> Bool { coversSubdomains ? host.hasSuffix("." + name) : host == name }
}
