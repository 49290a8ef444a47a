import JSON

/// One of the choices of a ``ChoiceSetInput``.
public struct Choice: Hashable, Sendable {
    /// What a person reads; may hold Markdown.
    public var title: String
    /// What is sent.
    public var value: String

    /// Makes a choice.
    public init(_ title: String, value: String) {
        self.title = title
        self.value = value
    }

    var json: JSONValue { ["title": .string(title), "value": .string(value)] }
}
