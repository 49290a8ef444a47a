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

extension ActionSet: ElementPart {
    init() { self.init {} }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.actions("actions", &actions)
        try common.visit(&visitor)
    }
}
