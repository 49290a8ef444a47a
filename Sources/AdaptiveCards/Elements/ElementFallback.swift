import JSON

/// What stands in for an element that cannot be shown.
public indirect enum ElementFallback: Hashable, Sendable {
    /// Nothing, and the element's container does not mind.
    case drop
    /// Another element, which may have a fallback of its own.
    case element(CardElement)

    var json: JSONValue {
        switch self {
        case .drop: "drop"
        case .element(let element): element.json
        }
    }
}
