import JSON

/// An element that an action shows, hides or flips.
public struct VisibilityTarget: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The element's id.
    public var id: String
    /// Whether the element is to be visible; `nil` flips it.
    public var isVisible: Bool?

    /// Names an element and what becomes of it.
    public init(_ id: String, isVisible: Bool? = nil) {
        self.id = id
        self.isVisible = isVisible
    }

    /// Names an element that is flipped.
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
