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
