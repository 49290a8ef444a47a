import JSON

/// A choice of one or several values.
public struct ChoiceSetInput: Hashable, Sendable, CardComponent {
    static let typeName = "Input.ChoiceSet"

    /// The available choices.
    public var choices: [Choice]
    /// The initial value; several values are joined by commas.
    public var value: String?
    /// The text shown while nothing is chosen.
    public var placeholder: String?
    /// The presentation of the choices.
    public var style: ChoiceSetStyle
    /// `true` if several values can be chosen.
    public var isMultiSelect: Bool
    /// `true` if titles may break into several lines.
    public var wrap: Bool
    /// The properties that every input has.
    public var input = InputProperties()
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .choiceSetInput(self) }

    /// Creates a choice.
    public init(
        id: String,
        label: String? = nil,
        isRequired: Bool = false,
        errorMessage: String? = nil,
        choices: [Choice],
        value: String? = nil,
        placeholder: String? = nil,
        style: ChoiceSetStyle = .compact,
        isMultiSelect: Bool = false,
        wrap: Bool = false
    ) {
        self.choices = choices
        self.value = value
        self.placeholder = placeholder
        self.style = style
        self.isMultiSelect = isMultiSelect
        self.wrap = wrap
        input.label = label
        input.isRequired = isRequired
        input.errorMessage = errorMessage
        common.id = id
    }
}

extension ChoiceSetInput: TypedObject {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        choices = try decoder.objects(members, "choices", of: "a choice") { choice, decoder throws(CardError) in
            Choice(decoder.string(choice, "title") ?? "", value: decoder.string(choice, "value") ?? "")
        }
        value = decoder.string(members, "value")
        placeholder = decoder.string(members, "placeholder")
        style = decoder.choice(members, "style") ?? .compact
        isMultiSelect = decoder.bool(members, "isMultiSelect") ?? false
        wrap = decoder.bool(members, "wrap") ?? false
        input = InputProperties(members, &decoder)
        common = try ElementProperties(members, &decoder)
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("choices", .array(choices.map(\.json)))
        writer.set("value", value)
        writer.set("placeholder", placeholder)
        writer.set("style", style, unless: .compact)
        writer.set("isMultiSelect", isMultiSelect, unless: false)
        writer.set("wrap", wrap, unless: false)
        input.write(to: &writer)
    }

    /// Splits a comma-separated text into the chosen values, in the order of the choices.
    ///
    /// The value of a choice may itself contain commas: if a text can be read in two ways, the longer value wins.
    ///
    /// - Returns: The chosen values; `nil` if the text contains a value that is not one of the choices.
    package func selectedValues(in text: String) -> [String]? {
        guard !text.isEmpty else { return [] }
        guard isMultiSelect else { return choices.contains { $0.value == text } ? [text] : nil }
        let known = Set(choices.map(\.value))
        let longest = known.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }.max() ?? 1
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        var selected: Set<String> = []
        var start = 0
        while start < parts.count {
            var end = min(start + longest, parts.count)
            while end > start, !known.contains(parts[start..<end].joined(separator: ",")) { end -= 1 }
            guard end > start else { return nil }
            selected.insert(parts[start..<end].joined(separator: ","))
            start = end
        }
        return choices.compactMap { selected.remove($0.value) }
    }
}

/// One of the choices of a ``ChoiceSetInput``.
public struct Choice: Hashable, Sendable {
    /// The visible text; it may contain Markdown.
    public var title: String
    /// The value that is sent.
    public var value: String

    /// Creates a choice.
    public init(_ title: String, value: String) {
        self.title = title
        self.value = value
    }

    var json: JSONValue { ["title": .string(title), "value": .string(value)] }
}

/// The presentation of a set of choices.
public enum ChoiceSetStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// A menu.
    case compact
    /// A list of all choices.
    case expanded
    /// A menu that can be searched by typing.
    case filtered
}
