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
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) {
        label = decoder.string(members, "label")
        isRequired = decoder.bool(members, "isRequired") ?? false
        errorMessage = decoder.string(members, "errorMessage")
        labelPosition = decoder.choice(members, "labelPosition") ?? .above
        if (members["id"]?.stringValue ?? "").isEmpty {
            decoder.warn("An input without an id cannot be sent.")
        }
        if isRequired, label == nil { decoder.warn("A required input should have a label.") }
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("label", label)
        writer.set("isRequired", isRequired, unless: false)
        writer.set("errorMessage", errorMessage)
        writer.set("labelPosition", labelPosition, unless: .above)
    }
}

/// The position of an input's label.
public enum LabelPosition: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case above, inline
}
