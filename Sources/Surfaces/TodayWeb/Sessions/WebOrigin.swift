package import HTTPServing
import HostModel
package import NetworkAddresses
import WebAuthn

/// The origin of this host's web surface: `http://INSTANCE.localhost:PORT` on this machine, or one for other machines, if
/// there is one: `https`, or `http` in a private network.
///
/// The instance's name separates the cookies of several hosts, since cookies ignore ports.
package struct WebOrigin: Hashable, Sendable {
    /// The browsers that reach an origin.
    package enum Reach: Hashable, Sendable {
        case thisMachine
        /// Those of a private network, without encryption.
        case privateNetwork
        case anywhere
    }

    package let reach: Reach
    /// Name of the instance: 8 random letters and digits; `nil` for an origin for other machines.
    package let instance: String?
    /// Port on which the server listens.
    package let port: Int
    /// Value of the header `Host`.
    package let authority: String

    /// Makes the origin on this machine.
    package init(instance: String, port: Int) {
        reach = .thisMachine
        self.instance = instance
        self.port = port
        authority = "\(instance).localhost:\(port)"
    }

    /// Makes the origin for other machines.
    package init(_ address: PublicAddress) {
        reach = .anywhere
        instance = nil
        port = address.listen.port
        authority = address.url.authority
    }

    /// Makes the origin at an address of this machine in a private network.
    package init(_ address: NetworkAddress, port: Int) {
        reach = .privateNetwork
        instance = nil
        self.port = port
        let host = address.bytes.count == 4 ? "\(address)" : "[\(address)]"
        authority = port == 80 ? host : "\(host):\(port)"
    }

    /// `true` for an `https` origin.
    package var isSecure: Bool { reach == .anywhere }

    /// The rights that a device can have at most: what changes settings is not sent without encryption.
    var mostRights: DeviceRights { reach == .privateNetwork ? .act : .change }

    /// The origin, without a trailing slash.
    package var url: String { "\(isSecure ? "https" : "http")://\(authority)" }

    /// Relying party of passkeys for this origin; `nil` if it cannot have any.
    ///
    /// A passkey needs TLS, and a name instead of an IP address. On this machine, sign-in links are at hand instead.
    var relyingParty: RelyingParty? {
        guard isSecure, let host = authority.split(separator: ":").first.map(String.init), !authority.hasPrefix("["),
            NetworkAddress(host) == nil
        else { return nil }
        return RelyingParty(id: host, origin: url)
    }
}

/// The name and the port of the web surface, which stay the same across restarts.
struct WebSettings: Sendable {
    private static let instanceSetting = "web.instance"
    private static let portSetting = "web.port"

    let host: any HostAccess

    /// Returns the origin of this host, which is created at the first start.
    ///
    /// - Parameters:
    ///   - port: The port from now on; 0 or `nil` for the stored one, or a free one at the first start.
    ///   - freePort: Finds a free port.
    /// - Returns: The origin; it is on disk when this returns.
    /// - Throws: `invalid` if the port is out of range, or the error of the host's database.
    func origin(port: Int?, freePort: () throws(HostError) -> Int) async throws(HostError) -> WebOrigin {
        let instance = try await instance()
        let stored = Int(try await host.send(GetSettingRequest(Self.portSetting)) ?? "")
        let chosen: Int
        if let port, port != 0 {
            guard (1...65_535).contains(port) else {
                throw HostError(.invalid, "\(port) is no port; one is between 1 and 65535.")
            }
            chosen = port
        } else {
            chosen = if let stored { stored } else { try freePort() }
        }
        if chosen != stored { try await host.send(SetSettingRequest(Self.portSetting, String(chosen))) }
        return WebOrigin(instance: instance, port: chosen)
    }

    private func instance() async throws(HostError) -> String {
        if let stored = try await host.send(GetSettingRequest(Self.instanceSetting)), stored.utf8.count == 8 {
            return stored
        }
        var generator = SystemRandomNumberGenerator()
        let letters = Array("abcdefghijkmnpqrstuvwxyz")
        let characters = letters + Array("23456789")
        // A DNS label begins with a letter.
        let first = letters.randomElement(using: &generator).map { [$0] } ?? []
        let name = String(first + (0..<7).compactMap { _ in characters.randomElement(using: &generator) })
        try await host.send(SetSettingRequest(Self.instanceSetting, name))
        return name
    }
}
