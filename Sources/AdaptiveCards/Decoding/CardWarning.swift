/// A mistake in a card that does not keep it from being shown.
public struct CardWarning: Hashable, Sendable, CustomStringConvertible {
    /// Where the mistake is, such as `body[0].items[2].size`; empty for the card itself.
    public var path: String
    /// One sentence that says what is wrong and what is done instead.
    public var message: String

    /// Describes a mistake.
    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// The path and the message.
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
