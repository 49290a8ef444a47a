/// That an app's inbox is different.
public struct MessagesChange: Hashable, Sendable {
    /// How many messages are unread now.
    public var unread: Int

    /// Describes a change.
    public init(unread: Int) { self.unread = unread }
}
