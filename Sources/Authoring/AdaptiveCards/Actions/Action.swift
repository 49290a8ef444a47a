public import JSON

/// Something a person can do with a card.
public struct Action: Hashable, Sendable {
    /// The kind of the action, with the properties of that kind.
    public var kind: ActionKind
    /// The button's text; plain text.
    public var title: String?
    /// The action's identifier.
    public var id: String?
    /// The URL of the button's icon.
    public var iconURL: String?
    /// The style, which marks the action as the main one or as destructive.
    public var style = ActionStyle.default
    /// The tooltip; screen readers read it instead of a title that it contains or that has no letters, such as an
    /// arrow.
    public var tooltip: String?
    /// `true` if the action can be performed; a disabled action is still shown.
    public var isEnabled = true
    /// The place of the action's button: on its own or in the "more" menu.
    public var mode = ActionMode.primary
    /// The capabilities that the surface must have, by name; each value is a version or "*".
    public var requires: [String: String] = [:]
    /// The replacement for an action that cannot be shown.
    public var fallback: ActionFallback?

    /// Creates an action.
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
        decoder.note(image: iconURL ?? "", at: "iconUrl")
        style = decoder.choice(members, "style") ?? .default
        tooltip = decoder.string(members, "tooltip")
        isEnabled = decoder.bool(members, "isEnabled") ?? true
        mode = decoder.choice(members, "mode") ?? .primary
        requires = decoder.requires(members)
        fallback = try decoder.actionFallback(members)
        decoder.warn(ofUnmet: requires, hasFallback: fallback != nil)
        if case .unknown(let action) = kind {
            // The encoded properties are kept, so that decoding them again yields the same value.
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

    /// The action as Adaptive Cards JSON.
    public var json: JSONValue { writer.json }
}

/// The kind of an action, with the properties of that kind.
public indirect enum ActionKind: Hashable, Sendable {
    /// Opens a URL.
    case openURL(OpenURLAction)
    /// Sends a verb, data and the card's inputs to the card's author.
    case execute(ExecuteAction)
    /// Sends data and the card's inputs to the card's author.
    case submit(SubmitAction)
    /// Shows and hides elements.
    case toggleVisibility(ToggleVisibilityAction)
    /// An action of an unknown type.
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

    /// Returns a writer with the type and the members that only this kind of action has.
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

/// The place of an action's button: on its own or in the "more" menu.
public enum ActionMode: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case primary, secondary
}

/// The importance of an action.
public enum ActionStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`
    /// The main action, which most people will choose.
    case positive
    /// An action that deletes something.
    case destructive
}

/// The replacement for an action that cannot be shown.
public indirect enum ActionFallback: Hashable, Sendable {
    /// The action is left out.
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

/// An action of an unknown type; its fallback is shown instead.
public struct UnknownAction: Hashable, Sendable {
    /// The type that the card names, or an empty string if it names none.
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
