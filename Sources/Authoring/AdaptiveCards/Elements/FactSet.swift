import JSON

/// A table with a column of titles and a column of values.
public struct FactSet: Hashable, Sendable, CardComponent {
    static let typeName = "FactSet"

    /// The facts.
    public var facts: [Fact]
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .factSet(self) }

    /// Creates a table of facts.
    public init(@CardBuilder<Fact> facts: () -> [Fact]) { self.facts = facts() }
}

extension FactSet: ElementPart {
    init() { self.init {} }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.parts("facts", &facts, of: "a fact")
        try common.visit(&visitor)
    }
}

/// A title and a value; both may contain Markdown and dates, as in a ``TextBlock``.
public struct Fact: Hashable, Sendable, CardObject {
    /// The name of the value.
    public var title: String
    /// The value.
    public var value: String

    /// Creates a fact.
    public init(_ title: String, _ value: String) {
        self.title = title
        self.value = value
    }

    init() { self.init("", "") }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.text("title", &title)
        visitor.text("value", &value)
    }
}
