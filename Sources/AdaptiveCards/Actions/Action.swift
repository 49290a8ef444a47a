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
