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

/// The path of a value in a card.
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
