import JSON

/// What an action does.
public indirect enum ActionKind: Hashable, Sendable {
    /// Opens a URL.
    case openURL(OpenURLAction)
    /// Sends a verb, data and the card's inputs to the card's author.
    case execute(ExecuteAction)
    /// Sends data and the card's inputs to the card's author.
    case submit(SubmitAction)
    /// Shows and hides elements.
    case toggleVisibility(ToggleVisibilityAction)
    /// Something that is not known here.
    case unknown(UnknownAction)
}

extension ActionKind {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        let type = members["type"]?.stringValue ?? ""
        self =
            switch type {
            case OpenURLAction.typeName: .openURL(OpenURLAction(members, &decoder))
            case ExecuteAction.typeName: .execute(try ExecuteAction(members, &decoder))
            case SubmitAction.typeName: .submit(try SubmitAction(members, &decoder))
            case ToggleVisibilityAction.typeName: .toggleVisibility(try ToggleVisibilityAction(members, &decoder))
            default: .unknown(try UnknownAction(type: type, members, &decoder))
            }
    }

    /// A writer that holds the type and what only this kind of action has.
    var writer: ObjectWriter {
        switch self {
        case .openURL(let action): action.writer
        case .execute(let action): action.writer
        case .submit(let action): action.writer
        case .toggleVisibility(let action): action.writer
        case .unknown(let action): action.writer
        }
    }
}
