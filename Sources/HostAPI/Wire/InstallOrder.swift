/// The body of `POST /api/apps`.
package struct InstallOrder: Codable, Hashable, Sendable {
    /// The folder `Name.app`, an absolute path of this machine.
    package var path: String
    /// Whether the person agreed to all that the bundle asks for.
    package var hasConsent: Bool

    /// Makes an order.
    package init(path: String, hasConsent: Bool) {
        self.path = path
        self.hasConsent = hasConsent
    }
}
