import JSON

/// A title and a value; both may hold Markdown and dates, as a ``TextBlock`` may.
public struct Fact: Hashable, Sendable {
    /// What the value is.
    public var title: String
    /// The value.
    public var value: String

    /// Makes a fact.
    public init(_ title: String, _ value: String) {
        self.title = title
        self.value = value
    }

    var json: JSONValue { ["title": .string(title), "value": .string(value)] }
}
