/// The body of `POST /api/cloud/link`.
package struct CloudLinkOrder: Codable, Sendable {
    /// The cloud's address.
    package var url: String
    /// The one-time token of the cloud's operator; a secret.
    package var token: String
    /// What the host calls itself there; the machine's name if left out.
    package var name: String?
    /// Whether the person accepts that others can read what is sent, over http to another machine.
    package var isInsecure: Bool

    /// Makes an order.
    package init(url: String, token: String, name: String?, isInsecure: Bool) {
        self.url = url
        self.token = token
        self.name = name
        self.isInsecure = isInsecure
    }
}
