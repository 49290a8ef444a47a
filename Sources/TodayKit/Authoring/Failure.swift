/// An error whose sentence is meant for the person who looks at the screen.
public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names what failed and, where there is one, the mend.
    public var message: String

    /// Makes an error with a sentence.
    public init(_ message: String) { self.message = message }

    /// The sentence.
    public var description: String { message }
}
