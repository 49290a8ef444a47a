import JSON

/// A date field; dates have the form `2026-11-21`, in the Gregorian calendar, with years from 0001 to 9999.
public struct DateInput: Hashable, Sendable, CardComponent {
    static let typeName = "Input.Date"

    /// The initial date.
    public var value: String?
    /// The earliest date that is accepted.
    public var min: String?
    /// The latest date that is accepted.
    public var max: String?
    /// The accessible name of a field without a label.
    public var placeholder: String?
    /// The properties that every input has.
    public var input = InputProperties()
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .dateInput(self) }

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

    /// Returns `true` if a text is an existing day, such as `2026-11-21`.
    package static func isDay(_ text: String) -> Bool {
        guard let numbers = DigitGroups.numbers(in: text, of: [4, 2, 2], separator: "-"), numbers[0] >= 1,
            (1...12).contains(numbers[1])
        else { return false }
        let year = numbers[0]
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[numbers[1] - 1]).contains(numbers[2])
    }
}

extension DateInput: InputPart {
    init() { self.init(id: "") }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.moments(&value, &min, &max, "day like 2026-11-21", Self.isDay)
        visitor.value("placeholder", &placeholder)
        input.visit(&visitor)
        try common.visit(&visitor)
    }
}
