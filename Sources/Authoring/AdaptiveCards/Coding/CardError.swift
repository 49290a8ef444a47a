/// Why something cannot be shown as a card.
public struct CardError: Error, Sendable, CustomStringConvertible {
    /// What kind of mistake it is.
    public enum Code: Hashable, Sendable {
        /// The text is not JSON.
        case notJSON
        /// The value is no object of type "AdaptiveCard".
        case notACard
        /// Elements nest deeper than ``CardLimits/depth``.
        case tooDeep
        /// There are more than ``CardLimits/elements``.
        case tooManyElements
        /// There are more than ``CardLimits/actions``.
        case tooManyActions
        /// There is more text and data than ``CardLimits/bytes``.
        case tooLarge
        /// A widget's card holds an input.
        case inputInWidget
    }

    /// What kind of mistake it is.
    public var code: Code
    /// One sentence that names the place, the mistake and, where there is one, the mend.
    public var message: String
    /// The error behind this one.
    public var cause: (any Error)?

    /// Describes a mistake.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }
}

/// A mistake in a card that does not keep it from being shown.
public struct CardWarning: Hashable, Sendable, CustomStringConvertible {
    /// Where the mistake is, such as `body[0].items[2].size`; empty for the card itself.
    public var path: String
    /// One sentence that says what is wrong and what is done instead.
    public var message: String

    /// Describes a mistake.
    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// The path and the message.
    public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}

/// A place in a card.
struct CardPath: CustomStringConvertible {
    enum Step {
        case name(String)
        case index(Int)
    }

    var steps: [Step] = []

    /// The place as text, such as `body[0].items[2]`.
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

    /// The place of a member of what stands here.
    func description(with name: String?) -> String {
        guard let name else { return description }
        return steps.isEmpty ? name : "\(description).\(name)"
    }
}
