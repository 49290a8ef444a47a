/// One of the inputs of a card.
public enum CardInput: Hashable, Sendable {
    /// A field for text.
    case text(TextInput)
    /// A switch.
    case toggle(ToggleInput)
    /// A choice of one or of several.
    case choiceSet(ChoiceSetInput)
    /// A field for a day.
    case date(DateInput)
    /// A field for a time of day.
    case time(TimeInput)

    /// The name under which the value is sent; empty if the card gives none.
    public var id: String {
        switch self {
        case .text(let input): input.common.id ?? ""
        case .toggle(let input): input.common.id ?? ""
        case .choiceSet(let input): input.common.id ?? ""
        case .date(let input): input.common.id ?? ""
        case .time(let input): input.common.id ?? ""
        }
    }

    /// What every input has.
    public var properties: InputProperties {
        switch self {
        case .text(let input): input.input
        case .toggle(let input): input.input
        case .choiceSet(let input): input.input
        case .date(let input): input.input
        case .time(let input): input.input
        }
    }
}
