import JSON

/// Shows and hides elements of the card on the surface, without a call to its author.
public struct ToggleVisibilityAction: Hashable, Sendable {
    static let typeName = "Action.ToggleVisibility"

    /// The elements to show or hide; ids that the card does not have are ignored.
    public var targets: [VisibilityTarget]

    /// Creates an action.
    public init(targets: [VisibilityTarget]) { self.targets = targets }
}

extension ToggleVisibilityAction {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        targets = []
        let values = decoder.list(members, "targetElements") ?? []
        if values.isEmpty { decoder.warn("An Action.ToggleVisibility without targetElements does nothing.") }
        decoder.enter("targetElements")
        for (index, value) in values.enumerated() {
            try decoder.countElement()
            decoder.enter(index)
            if let target = VisibilityTarget(value, &decoder) {
                decoder.note(target: target.id)
                targets.append(target)
            } else {
                decoder.warn("A target is an id, or an object with an elementId; this is left out.")
            }
            decoder.leave()
        }
        decoder.leave()
    }

    var writer: ObjectWriter {
        var writer = ObjectWriter(type: Self.typeName)
        writer.set("targetElements", .array(targets.map(\.json)))
        return writer
    }
}

/// An element that an action shows, hides or toggles.
public struct VisibilityTarget: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The element's id.
    public var id: String
    /// The new visibility, or `nil` to toggle it.
    public var isVisible: Bool?

    /// Creates a target with an element's id and its new visibility.
    public init(_ id: String, isVisible: Bool? = nil) {
        self.id = id
        self.isVisible = isVisible
    }

    /// Creates a target that is toggled.
    public init(stringLiteral value: String) { self.init(value) }
}

extension VisibilityTarget {
    init?(_ value: JSONValue, _ decoder: inout CardDecoder) {
        switch value {
        case .string(let id):
            decoder.count(id)
            self.init(id)
        case .object(let members):
            let start = decoder.names.count
            let id = decoder.string(members, "elementId")
            let isVisible = decoder.bool(members, "isVisible")
            decoder.endObject(members, of: "a target", since: start)
            guard let id else { return nil }
            self.init(id, isVisible: isVisible)
        default: return nil
        }
    }

    var json: JSONValue {
        guard let isVisible else { return .string(id) }
        return ["elementId": .string(id), "isVisible": .bool(isVisible)]
    }
}
