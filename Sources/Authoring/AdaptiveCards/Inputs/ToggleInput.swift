import JSON

/// A switch.
public struct ToggleInput: Hashable, Sendable, CardComponent {
    static let typeName = "Input.Toggle"

    /// The title; it may contain Markdown.
    public var title: String
    /// The initial value: ``valueOn``, or any other value for off.
    public var value: String?
    /// The value that is sent when the switch is on.
    public var valueOn: String
    /// The value that is sent when the switch is off.
    public var valueOff: String
    /// `true` if the title may break into several lines.
    public var wrap: Bool
    /// The properties that every input has.
    public var input = InputProperties()
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .toggleInput(self) }

    /// `true` if the switch is on at first.
    public var isOn: Bool { value == valueOn }

    /// Creates a switch.
    public init(
        id: String,
        title: String,
        label: String? = nil,
        isRequired: Bool = false,
        errorMessage: String? = nil,
        isOn: Bool = false,
        valueOn: String = "true",
        valueOff: String = "false",
        wrap: Bool = false
    ) {
        self.title = title
        self.value = isOn ? valueOn : nil
        self.valueOn = valueOn
        self.valueOff = valueOff
        self.wrap = wrap
        input.label = label
        input.isRequired = isRequired
        input.errorMessage = errorMessage
        common.id = id
    }
}

extension ToggleInput: InputPart {
    init() { self.init(id: "", title: "") }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.text("title", &title)
        visitor.value("value", &value)
        visitor.value("valueOn", &valueOn, or: "true")
        visitor.value("valueOff", &valueOff, or: "false")
        visitor.value("wrap", &wrap, or: false)
        input.visit(&visitor)
        try common.visit(&visitor)
    }
}
