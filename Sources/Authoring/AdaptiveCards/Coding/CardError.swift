/// The reason why a value cannot be shown as a card.
public struct CardError: Error, Sendable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Code: Hashable, Sendable {
        /// The text is not JSON.
        case notJSON
        /// The value is not an object of type "AdaptiveCard".
        case notACard
        /// Elements nest deeper than ``CardLimits/depth``.
        case tooDeep
        /// There are more than ``CardLimits/elements``.
        case tooManyElements
        /// There are more than ``CardLimits/actions``.
        case tooManyActions
        /// There are more than ``CardLimits/dataPoints``.
        case tooManyDataPoints
        /// There is more text and data than ``CardLimits/bytes``.
        case tooLarge
        /// The card of a widget contains an input.
        case inputInWidget
    }

    /// The kind of the error.
    public var code: Code
    /// One sentence that names the path, the mistake and, if there is one, the remedy.
    public var message: String
    /// The underlying error.
    public var cause: (any Error)?

    /// Creates an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}

/// A mistake in a card that can be shown in spite of it.
public struct CardWarning: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The path of the mistake, such as `body[0].items[2].size`; empty for the card itself.
    public var path: String
    /// One sentence that says what is wrong and how it was handled.
    public var message: String

    /// Creates a warning.
    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// The path and the message.
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

extension [CardWarning] {
    /// Returns the warnings in the order of the card's parts: an element before its content, list items in their order,
    /// and the body before the actions; members without content of their own come first, as they were found.
    package func inDocumentOrder() -> [CardWarning] {
        enumerated().map { (place: CardPlace($0.element.path), index: $0.offset, warning: $0.element) }
            .sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map { $0.warning }
    }
}

/// The position of a warning's path in the order of a card's parts.
private struct CardPlace: Comparable {
    /// One name or number of a path.
    private struct Step: Comparable {
        /// The index in a list, or the index of a name in ``CardPlace/order``.
        var number: Int
        /// The name, if it is not in ``CardPlace/order`` but has content.
        var name = ""

        static func < (left: Step, right: Step) -> Bool { (left.number, left.name) < (right.number, right.name) }
    }

    /// The members with content, in the order in which people write them.
    private static let order = [
        "compact", "expanded", "margins", "refresh", "entries", "card", "body", "columns", "rows", "cells", "facts",
        "items", "choices", "data", "values", "segments", "icon", "targetElements", "inlineAction", "selectAction",
        "actions", "fallback",
    ]

    private var steps: [Step] = []

    init(_ path: String) {
        let parts = path.split(separator: ".")
        for (index, part) in parts.enumerated() {
            // A piece such as `items[2]`.
            let pieces = part.split(separator: "[").map(String.init)
            let name = pieces.first ?? ""
            if let number = Self.order.firstIndex(of: name) {
                steps.append(Step(number: number))
            } else if index == parts.count - 1, pieces.count < 2 {
                steps.append(Step(number: -1))
            } else {
                steps.append(Step(number: Self.order.count, name: name))
            }
            for piece in pieces.dropFirst() { steps.append(Step(number: Int(piece.dropLast()) ?? 0)) }
        }
    }

    static func < (left: CardPlace, right: CardPlace) -> Bool { left.steps.lexicographicallyPrecedes(right.steps) }
}

struct CardPath: CustomStringConvertible {
    enum Step {
        case name(String)
        case index(Int)
    }

    var steps: [Step] = []

    /// The path as text, such as `body[0].items[2]`.
    var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .name(let name): text += text.isEmpty ? name : ".\(name)"
            }
        }
        return text
    }

    /// Returns the path of a member of this value.
    func description(with name: String?) -> String {
        guard let name else { return description }
        return steps.isEmpty ? name : "\(description).\(name)"
    }
}
