/// What is wrong with the values that a person gave.
public struct InputErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence for each input whose value is missing or wrong, by the input's id.
    public var messages: [String: String]
    /// The id of the first of these inputs in the order of the card, for the focus.
    public var first: String

    /// The sentences in the order of the inputs' ids.
    public var description: String {
        messages.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
    }
}
