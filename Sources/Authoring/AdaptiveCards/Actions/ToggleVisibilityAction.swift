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
        for value in members["targetElements"]?.arrayValue ?? [] {
            try decoder.countElement()
            if let target = VisibilityTarget(value, &decoder) { targets.append(target) }
        }
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
        case .string: self.init(decoder.string(["id": value], "id") ?? "")
        case .object(let members):
            guard let id = decoder.string(members, "elementId") else { return nil }
            self.init(id, isVisible: decoder.bool(members, "isVisible"))
        default: return nil
        }
    }

    var json: JSONValue {
        guard let isVisible else { return .string(id) }
        return ["elementId": .string(id), "isVisible": .bool(isVisible)]
    }
}
