/// An error about credentials, a device token or a notification that cannot be used.
public struct APNsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of mistakes.
    public enum Code: Hashable, Sendable {
        /// The key, its id, the team id or the certificates are malformed.
        case invalidCredentials
        /// The device token is not hexadecimal.
        case invalidDeviceToken
        /// The notification is malformed, or too large.
        case invalidNotification
    }

    /// The kind of mistake.
    public let code: Code
    /// One sentence that names the mistake.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
