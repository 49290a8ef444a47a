import JSON

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
