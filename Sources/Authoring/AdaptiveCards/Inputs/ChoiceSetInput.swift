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

extension ChoiceSetInput: InputPart {
    init() { self.init(id: "", choices: []) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.parts("choices", &choices, of: "a choice")
        visitor.value("value", &value)
        visitor.value("placeholder", &placeholder)
        visitor.value("style", &style, or: .compact)
        visitor.value("isMultiSelect", &isMultiSelect, or: false)
        visitor.value("wrap", &wrap, or: false)
        input.visit(&visitor)
        try common.visit(&visitor)
    }

    /// Splits a comma-separated text into the chosen values, in the order of the choices; if their own commas allow two
    /// readings, the longer value wins; `nil` if a value is not one of the choices.
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
public struct Choice: Hashable, Sendable, CardObject {
    /// The visible text; it may contain Markdown.
    public var title: String
    /// The value that is sent.
    public var value: String

    /// Creates a choice.
    public init(_ title: String, value: String) {
        self.title = title
        self.value = value
    }

    init() { self.init("", value: "") }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.text("title", &title)
        visitor.text("value", &value)
    }
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
