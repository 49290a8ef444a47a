import JSON

/// A field for a time of day; times have the form `08:30`, from `00:00` to `23:59`.
public struct TimeInput: Hashable, Sendable, CardComponent {
    static let typeName = "Input.Time"

    /// The initial time.
    public var value: String?
    /// The earliest time that is accepted.
    public var min: String?
    /// The latest time that is accepted.
    public var max: String?
    /// The accessible name of a field without a label.
    public var placeholder: String?
    /// The properties that every input has.
    public var input = InputProperties()
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .timeInput(self) }

    /// Creates a field.
    public init(
        id: String,
        label: String? = nil,
        isRequired: Bool = false,
        errorMessage: String? = nil,
        placeholder: String? = nil,
        value: String? = nil,
        min: String? = nil,
        max: String? = nil
    ) {
        self.value = value
        self.min = min
        self.max = max
        self.placeholder = placeholder
        input.label = label
        input.isRequired = isRequired
        input.errorMessage = errorMessage
        common.id = id
    }

    /// Returns `true` if a text is a time of day, such as `08:30`.
    package static func isTime(_ text: String) -> Bool {
        guard let numbers = DigitGroups.numbers(in: text, of: [2, 2], separator: ":") else { return false }
        return numbers[0] < 24 && numbers[1] < 60
    }
}

extension TimeInput: InputPart {
    init() { self.init(id: "") }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.moments(&value, &min, &max, "time like 08:30", Self.isTime)
        visitor.value("placeholder", &placeholder)
        input.visit(&visitor)
        try common.visit(&visitor)
    }
}
