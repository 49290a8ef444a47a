public import JSON

/// Sends data and the card's inputs to the card's author.
public struct SubmitAction: Hashable, Sendable {
    static let typeName = "Action.Submit"

    /// Data for the card's author, usually an object.
    public var data: JSONValue?
    /// The inputs that are validated and sent: all of the card's inputs or none.
    public var associatedInputs: AssociatedInputs

    /// Creates an action.
    public init(data: JSONValue? = nil, associatedInputs: AssociatedInputs = .auto) {
        self.data = data
        self.associatedInputs = associatedInputs
    }
}

extension SubmitAction: TypedPart {
    init() { self.init(data: nil) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.data("data", &data)
        visitor.value("associatedInputs", &associatedInputs, or: .auto)
    }
}

/// The inputs that an action validates and sends: with `auto` all of the card's inputs, with `none` none.
public enum AssociatedInputs: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case auto, none
}
