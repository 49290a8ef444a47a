public import JSON

/// Something a person can do with a card.
public struct Action: Hashable, Sendable {
    /// What happens.
    public var kind: ActionKind
    /// What the button says; plain text.
    public var title: String?
    /// The action's name.
    public var id: String?
    /// Where the button's icon is.
    public var iconURL: String?
    /// The tone.
    public var style = ActionStyle.default
    /// What a pointer that rests on the button is told.
    public var tooltip: String?
    /// Whether the action can be done; else it is only shown.
    public var isEnabled = true
    /// Whether the action is a button of its own.
    public var mode = ActionMode.primary
    /// What the surface must be able to do, by name: a version or "*".
    public var requires: [String: String] = [:]
    /// What stands in for the action where it cannot be shown.
    public var fallback: ActionFallback?

    /// Makes an action.
    public init(_ kind: ActionKind, title: String? = nil) {
        self.kind = kind
        self.title = title
    }
}

extension Action {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        kind = try ActionKind(members, &decoder)
        title = decoder.string(members, "title")
        id = decoder.string(members, "id")
        iconURL = decoder.string(members, "iconUrl")
        style = decoder.choice(members, "style") ?? .default
        tooltip = decoder.string(members, "tooltip")
        isEnabled = decoder.bool(members, "isEnabled") ?? true
        mode = decoder.choice(members, "mode") ?? .primary
        requires = decoder.requires(members)
        fallback = try decoder.actionFallback(members)
        if case .unknown(let action) = kind {
            // What was read of it is kept as it is written again, so that a second reading yields the same.
            var properties = self
            properties.fallback = nil
            kind = .unknown(action.replacingMembers(with: properties.writer.members))
        }
    }

    private var writer: ObjectWriter {
        var writer = kind.writer
        writer.set("title", title)
        writer.set("id", id)
        writer.set("iconUrl", iconURL)
        writer.set("style", style, unless: .default)
        writer.set("tooltip", tooltip)
        writer.set("isEnabled", isEnabled, unless: true)
        writer.set("mode", mode, unless: .primary)
        writer.set(requires: requires)
        writer.set("fallback", fallback?.json)
        return writer
    }

    /// The action as the format writes it.
    public var json: JSONValue { writer.json }
}

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

/// Whether an action is a button of its own or stands behind a "more" button.
public enum ActionMode: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case primary, secondary
}

/// The tone of an action.
public enum ActionStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`
    /// The one thing most people will want to do.
    case positive
    /// Something that is lost afterwards.
    case destructive
}

/// What stands in for an action that cannot be shown.
public indirect enum ActionFallback: Hashable, Sendable {
    /// Nothing.
    case drop
    /// Another action, which may have a fallback of its own.
    case action(Action)

    var json: JSONValue {
        switch self {
        case .drop: "drop"
        case .action(let action): action.json
        }
    }
}

/// An action of a type that is not known here; its fallback stands in for it.
public struct UnknownAction: Hashable, Sendable {
    /// The type the card names, empty if it names none.
    public let type: String
    private let members: [String: JSONValue]
}

extension UnknownAction {
    init(type: String, _ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        self.type = type
        var members = members
        members["fallback"] = nil
        try decoder.count(.object(members))
        self.members = members
    }

    func replacingMembers(with members: [String: JSONValue]) -> UnknownAction {
        UnknownAction(type: type, members: members)
    }

    var writer: ObjectWriter { ObjectWriter(members) }
}
