import JSON

/// Shows and hides elements of the card on the surface, without a call to its author.
public struct ToggleVisibilityAction: Hashable, Sendable {
    static let typeName = "Action.ToggleVisibility"

    /// The elements to show or hide; ids that the card does not have are ignored.
    public var targets: [VisibilityTarget]

    /// Creates an action.
    public init(targets: [VisibilityTarget]) { self.targets = targets }
}

extension ToggleVisibilityAction: TypedPart {
    init() { self.init(targets: []) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.content("targetElements", &targets) { decoder throws(CardError) in
            let targets = try decoder.values("targetElements") { value, decoder throws(CardError) in
                try decoder.countElement()
                let target = try VisibilityTarget(value, &decoder)
                if let target {
                    decoder.note(target: target.id)
                } else {
                    decoder.warn("A target is an id, or an object with an elementId; this is left out.")
                }
                return target
            }
            if (decoder.members["targetElements"]?.arrayValue ?? []).isEmpty {
                decoder.warn("An Action.ToggleVisibility without targetElements does nothing.")
            }
            return targets
        } json: {
            .array($0.map(\.json))
        }
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
    init?(_ value: JSONValue, _ decoder: inout CardDecoder) throws(CardError) {
        switch value {
        case .string(let id):
            decoder.count(id)
            self.init(id)
        case .object(let members):
            let (id, isVisible) = try decoder.object(members, of: "a target") { decoder in
                (decoder.string("elementId"), decoder.bool("isVisible"))
            }
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
