import JSON

/// A field for text.
public struct TextInput: Hashable, Sendable, CardComponent {
    static let typeName = "Input.Text"

    /// The text at first.
    public var value: String?
    /// What an empty field shows.
    public var placeholder: String?
    /// Whether the text may have several lines; a password never has.
    public var isMultiline: Bool
    /// How many UTF-16 code units the text may have, which is how browsers count.
    public var maxLength: Int?
    /// What kind of text is expected; nothing is checked by it.
    public var style: TextInputStyle
    /// A pattern for the text.
    ///
    /// It belongs to the page: the host never runs a pattern that comes from a card, since one can take forever.
    public var regex: String?
    /// A button beside the field.
    public var inlineAction: Action?
    /// What every input has.
    public var input = InputProperties()
    /// What every element has.
    public var common = ElementProperties()

    /// This element.
    public var element: CardElement { .textInput(self) }

    /// Makes a field.
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

extension TextInput {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        value = decoder.string(members, "value")
        placeholder = decoder.string(members, "placeholder")
        isMultiline = decoder.bool(members, "isMultiline") ?? false
        maxLength = decoder.integer(members, "maxLength", minimum: 1)
        style = decoder.choice(members, "style") ?? .text
        regex = decoder.string(members, "regex")
        inlineAction = try decoder.action(members, "inlineAction")
        input = InputProperties(members, &decoder)
        common = try ElementProperties(members, &decoder)
    }

    var json: JSONValue {
        var writer = ObjectWriter(type: Self.typeName)
        writer.set("value", value)
        writer.set("placeholder", placeholder)
        writer.set("isMultiline", isMultiline, unless: false)
        writer.set("maxLength", maxLength)
        writer.set("style", style, unless: .text)
        writer.set("regex", regex)
        writer.set("inlineAction", inlineAction?.json)
        input.write(to: &writer)
        common.write(to: &writer)
        return writer.json
    }
}

/// What kind of text a field expects; it chooses the keyboard and whether the text is hidden.
public enum TextInputStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case text, tel, url, email, password
}
