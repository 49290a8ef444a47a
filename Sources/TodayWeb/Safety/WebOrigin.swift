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

    /// What the header `Host` says.
    package var authority: String { "\(instance).localhost:\(port)" }

    /// The origin, without a slash at the end.
    package var url: String { "http://\(authority)" }
}
