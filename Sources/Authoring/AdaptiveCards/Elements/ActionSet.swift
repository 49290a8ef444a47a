import JSON

/// A row of buttons.
public struct ActionSet: Hashable, Sendable, CardComponent {
    static let typeName = "ActionSet"

    /// The actions of the buttons.
    public var actions: [Action]
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .actionSet(self) }

    /// Creates a row of buttons.
    public init(@CardBuilder<Action> actions: () -> [Action]) { self.actions = actions() }
}

extension ActionSet: TypedObject {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        actions = try decoder.actions(members, "actions")
        common = try ElementProperties(members, &decoder)
    }

    func write(to writer: inout ObjectWriter) { writer.set("actions", actions) }
}
