package import Host

/// The body of `POST /api/apps`.
package struct InstallOrder: Codable, Hashable, Sendable {
    /// The folder `Name.app`, an absolute path of this machine.
    package var path: String
    /// What the person agreed to.
    package var consent: InstallConsent

    /// Makes an order.
    package init(path: String, consent: InstallConsent) {
        self.path = path
        self.consent = consent
    }
}
