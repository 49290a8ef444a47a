import JSON

/// A text field.
public struct TextInput: Hashable, Sendable, CardComponent {
    static let typeName = "Input.Text"

    /// The initial text.
    public var value: String?
    /// The text shown in an empty field.
    public var placeholder: String?
    /// `true` if the text may have several lines; ignored for a password.
    public var isMultiline: Bool
    /// The largest length in UTF-16 code units, which is how browsers count.
    public var maxLength: Int?
    /// The kind of text that is expected; it is not validated.
    public var style: TextInputStyle
    /// A pattern for the text, which only the page checks: it could run forever, so the host never runs it.
    public var regex: String?
    /// A button beside the field.
    public var inlineAction: Action?
    /// The properties that every input has.
    public var input = InputProperties()
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .textInput(self) }

    /// Creates a field.
    public init(
        id: String,
        label: String? = nil,
        isRequired: Bool = false,
        errorMessage: String? = nil,
        placeholder: String? = nil,
        value: String? = nil,
        isMultiline: Bool = false,
        maxLength: Int? = nil,
        style: TextInputStyle = .text,
        regex: String? = nil,
        inlineAction: Action? = nil
    ) {
        self.value = value
        self.placeholder = placeholder
        self.isMultiline = isMultiline
        self.maxLength = maxLength
        self.style = style
        self.regex = regex
        self.inlineAction = inlineAction
        input.label = label
        input.isRequired = isRequired
        input.errorMessage = errorMessage
        common.id = id
    }
}

extension TextInput: InputPart {
    init() { self.init(id: "") }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.value("value", &value)
        visitor.value("placeholder", &placeholder)
        visitor.value("isMultiline", &isMultiline, or: false)
        visitor.integer("maxLength", &maxLength, minimum: 1)
        visitor.value("style", &style, or: .text)
        visitor.value("regex", &regex)
        try visitor.action("inlineAction", &inlineAction)
        input.visit(&visitor)
        try common.visit(&visitor)
    }
}

/// The kind of text that a field expects; it selects the keyboard and hides passwords.
public enum TextInputStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case text, tel, url, email, password
}
