import JSON

/// The properties that every input has.
public struct InputProperties: Hashable, Sendable {
    /// The label; plain text.
    public var label: String?
    /// `true` if the card cannot be submitted without a value; a required switch must be on.
    public var isRequired = false
    /// The message shown if the value is missing or invalid.
    public var errorMessage: String?
    /// The position of the label.
    public var labelPosition = LabelPosition.above

    /// Creates properties with their defaults.
    public init() {}
}

extension InputProperties {
    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.value("label", &label)
        visitor.value("isRequired", &isRequired, or: false)
        visitor.value("errorMessage", &errorMessage)
        visitor.value("labelPosition", &labelPosition, or: .above)
        visitor.whileReading { decoder in
            if (decoder.members["id"]?.stringValue ?? "").isEmpty {
                decoder.warn("An input without an id cannot be sent.")
            }
            if isRequired, label == nil { decoder.warn("A required input should have a label.") }
        }
    }
}

/// An element that is an input.
protocol InputPart: ElementPart {
    var input: InputProperties { get }
}

/// The position of an input's label.
public enum LabelPosition: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case above, inline
}
