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
    init(type: String, _ decoder: inout CardDecoder) throws(CardError) {
        self.init(try ActionKind(type: type, &decoder))
        try visit(&decoder)
        if case .unknown(var action) = kind {
            // The encoded properties are kept, so that decoding them again yields the same value.
            var properties = self
            properties.fallback = nil
            action.members = properties.writer.members
            kind = .unknown(action)
        }
    }

    private mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.value("title", &title)
        visitor.value("id", &id)
        visitor.value("iconUrl", &iconURL)
        visitor.whileReading { $0.note(image: iconURL ?? "", at: "iconUrl") }
        visitor.value("style", &style, or: .default)
        visitor.value("tooltip", &tooltip)
        visitor.value("isEnabled", &isEnabled, or: true)
        visitor.value("mode", &mode, or: .primary)
        visitor.requires(&requires)
        try visitor.content("fallback", &fallback) { decoder throws(CardError) in
            try decoder.actionFallback()
        } json: {
            $0?.json
        }
        visitor.whileReading { $0.warn(ofUnmet: requires, hasFallback: fallback != nil) }
    }

    private var writer: ObjectWriter {
        var writer = kind.writer
        var action = self
        action.visit(&writer)
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
    init(type: String, _ decoder: inout CardDecoder) throws(CardError) {
        self =
            switch type {
            case OpenURLAction.typeName: .openURL(try OpenURLAction(&decoder))
            case ExecuteAction.typeName: .execute(try ExecuteAction(&decoder))
            case SubmitAction.typeName: .submit(try SubmitAction(&decoder))
            case ToggleVisibilityAction.typeName: .toggleVisibility(try ToggleVisibilityAction(&decoder))
            default: .unknown(try UnknownAction(type: type, &decoder))
            }
    }

    /// Returns a writer with the type and the members that only this kind of action has.
    var writer: ObjectWriter {
        switch self {
        case .openURL(let action): ObjectWriter(action)
        case .execute(let action): ObjectWriter(action)
        case .submit(let action): ObjectWriter(action)
        case .toggleVisibility(let action): ObjectWriter(action)
        case .unknown(let action): ObjectWriter(action.members)
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
    fileprivate var members: [String: JSONValue]

    fileprivate init(type: String, _ decoder: inout CardDecoder) throws(CardError) {
        self.type = type
        members = decoder.members
        members["fallback"] = nil
        try decoder.count(.object(members))
    }
}
