import JSON

/// What every input has.
public struct InputProperties: Hashable, Sendable {
    /// What is asked for; plain text.
    public var label: String?
    /// Whether the card can be sent without a value; for a switch, whether it must be on.
    public var isRequired = false
    /// What is said when the value is missing or wrong.
    public var errorMessage: String?
    /// Where the label stands.
    public var labelPosition = LabelPosition.above

    /// Makes properties that all have their default.
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

/// Where an input's label stands.
public enum LabelPosition: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case above, inline
}
