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

extension FactSet: TypedObject {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        facts = try decoder.objects(members, "facts", of: "a fact") { fact, decoder throws(CardError) in
            Fact(decoder.string(fact, "title") ?? "", decoder.string(fact, "value") ?? "")
        }
        common = try ElementProperties(members, &decoder)
    }

    func write(to writer: inout ObjectWriter) { writer.set("facts", .array(facts.map(\.json))) }
}

/// A title and a value; both may contain Markdown and dates, as in a ``TextBlock``.
public struct Fact: Hashable, Sendable {
    /// The name of the value.
    public var title: String
    /// The value.
    public var value: String

    /// Creates a fact.
    public init(_ title: String, _ value: String) {
        self.title = title
        self.value = value
    }

    var json: JSONValue { ["title": .string(title), "value": .string(value)] }
}
