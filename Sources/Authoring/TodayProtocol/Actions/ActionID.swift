/// The id of a queued action: 1 to 128 printable ASCII characters without a space.
///
/// An app and a group never have two actions with the same id; enqueuing an id again changes nothing.
public struct ActionID: Identifier {
    /// The string.
    public let rawValue: String

    /// Creates an identifier from any string, without validation.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The largest length of an id in bytes.
    package static let lengthLimit = 128

    /// `true` if the string is a valid id.
    package var isWellFormed: Bool {
        let bytes = rawValue.utf8
        return (1...Self.lengthLimit).contains(bytes.count) && bytes.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
