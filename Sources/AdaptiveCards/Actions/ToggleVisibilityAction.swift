import JSON

/// Shows and hides elements of the card, without asking its author.
public struct ToggleVisibilityAction: Hashable, Sendable {
    static let typeName = "Action.ToggleVisibility"

    /// What is shown or hidden; ids that the card does not have are ignored.
    public var targets: [VisibilityTarget]

    /// Makes the action.
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
