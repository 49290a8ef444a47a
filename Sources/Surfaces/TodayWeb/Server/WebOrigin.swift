import Host

/// The one address of this host's web surface: `http://INSTANCE.localhost:PORT`.
///
/// The instance's name keeps the cookies of several hosts apart, since cookies ignore ports.
package struct WebOrigin: Hashable, Sendable {
    /// The instance: 8 random letters and digits.
    package let instance: String
    /// The port on the loopback interface.
    package let port: Int

    /// Makes an origin.
    package init(instance: String, port: Int) {
        self.instance = instance
        self.port = port
    }

    /// The value of the header `Host`.
    package var authority: String { "\(instance).localhost:\(port)" }

    /// The origin, without a slash at the end.
    package var url: String { "http://\(authority)" }
}

/// The name and the port of the web surface, which stay the same from one start to the next.
struct WebSettings: Sendable {
    private static let instanceSetting = "web.instance"
    private static let portSetting = "web.port"

    let host: any HostAccess

    /// The origin of this host, made at the first start.
    ///
    /// - Parameters:
    ///   - port: The port from now on; 0 or `nil` for the stored one, or a free one at the first start.
    ///   - freePort: Finds a free port.
    /// - Returns: The origin; on disk when this returns.
    /// - Throws: `invalid` if the port is none, or what the host's database throws.
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
        // A label of a name begins with a letter.
        let first = letters.randomElement(using: &generator).map { [$0] } ?? []
        let name = String(first + (0..<7).compactMap { _ in characters.randomElement(using: &generator) })
        try await host.send(SetSettingRequest(Self.instanceSetting, name))
        return name
    }
}
