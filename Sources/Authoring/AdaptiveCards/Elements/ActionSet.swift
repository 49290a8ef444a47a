import JSON

/// A row of buttons.
public struct ActionSet: Hashable, Sendable, CardComponent {
    static let typeName = "ActionSet"

    /// What the buttons do.
    public var actions: [Action]
    /// What every element has.
    public var common = ElementProperties()

    /// This element.
    public var element: CardElement { .actionSet(self) }

    /// Makes a row of buttons.
    public init(@CardBuilder<Action> actions: () -> [Action]) { self.actions = actions() }
}

extension ActionSet {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        actions = try decoder.actions(members, "actions")
        common = try ElementProperties(members, &decoder)
    }

    var json: JSONValue {
        var writer = ObjectWriter(type: Self.typeName)
        writer.set("actions", actions)
        common.write(to: &writer)
        return writer.json
    }
}
