/// Refuses what the person typed: each sentence is shown at its input, and nothing of the perform is kept.
public struct InvalidInputs: Error, Hashable, Sendable {
    /// What is wrong, by the input's id.
    public var messages: [String: String]

    /// Makes the refusal.
    ///
    /// - Parameter messages: One sentence by the id of each input that is wrong.
    public init(_ messages: [String: String]) { self.messages = messages }
}
