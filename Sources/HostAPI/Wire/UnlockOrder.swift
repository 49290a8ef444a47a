/// The body of `POST /api/passcode/unlock`.
package struct UnlockOrder: Codable, Hashable, Sendable {
    /// The passcode, at most ``PasscodeOrder/limit``.
    package var passcode: String

    /// Makes an order.
    package init(passcode: String) { self.passcode = passcode }
}
