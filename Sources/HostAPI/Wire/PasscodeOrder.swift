/// The body of `PUT /api/passcode`.
package struct PasscodeOrder: Codable, Hashable, Sendable {
    /// How long a passcode on the wire may be, in bytes.
    package static let limit = 1024

    /// The new passcode; none removes it.
    package var passcode: String?
    /// The present one, if there is one.
    package var current: String?

    /// Makes an order.
    package init(passcode: String?, current: String?) {
        self.passcode = passcode
        self.current = current
    }
}
