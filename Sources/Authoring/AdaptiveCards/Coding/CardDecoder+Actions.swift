import JSON

extension CardDecoder {
    /// Reads a list of actions; a value that is not an object is left out with a warning.
    mutating func actions(_ members: Members, _ name: String) throws(CardError) -> [Action] {
        guard let values = list(members, name) else { return [] }
        var result: [Action] = []
        enter(name)
        for (index, value) in values.enumerated() {
            enter(index)
            if let action = try action(value) {
                checkName(of: action, value)
                result.append(action)
            }
            leave()
        }
        leave()
        return result
    }

    /// Warns of a button without a title, unless it has both an icon and a tooltip.
    private mutating func checkName(of action: Action, _ value: JSONValue) {
        if case .unknown = action.kind { return }
        let isNamedIcon = !(action.iconURL ?? "").isEmpty && !(action.tooltip ?? "").isEmpty
        guard !isNamedIcon, let members = value.objectValue, lacks("title", members) else { return }
        warn("A button needs a title, or an icon and a tooltip.")
    }

    /// Reads an optional action.
    mutating func action(_ members: Members, _ name: String) throws(CardError) -> Action? {
        guard let value = member(members, name) else { return nil }
        enter(name)
        let action = try action(value)
        leave()
        return action
    }

    /// Reads the replacement for an action.
    mutating func actionFallback(_ members: Members) throws(CardError) -> ActionFallback? {
        switch member(members, "fallback") {
        case .string(let text) where text.equalsIgnoringCase("drop"): return .drop
        case .object(let members):
            enter("fallback")
            defer { leave() }
            return try action(.object(members)).map(ActionFallback.action)
        case nil, .null: return nil
        default:
            warn("A fallback is an action or “drop”; this is ignored.", at: "fallback")
            return nil
        }
    }

    private mutating func action(_ value: JSONValue) throws(CardError) -> Action? {
        guard case .object(let members) = value else {
            warn("An action must be an object; this is left out.")
            return nil
        }
        try countAction()
        try descend()
        let start = names.count
        let action = try Action(members, &self)
        if case .unknown(let unknown) = action.kind {
            warn(ofType: unknown.type, members, isAction: true)
            endObject(members, of: nil, since: start)
        } else {
            endObject(members, of: members["type"]?.stringValue, since: start)
        }
        ascend()
        try checkBytes()
        return action
    }
}
