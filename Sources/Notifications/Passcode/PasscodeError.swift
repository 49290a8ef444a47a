/// Why a passcode was refused.
package struct PasscodeError: Error, Sendable {
    /// The kinds of refusals.
    package enum Code: Hashable, Sendable {
        /// It is not the passcode.
        case wrong
        /// It was guessed too often; the next guess is taken later.
        case tooSoon
        /// It must be given first.
        case required
        /// There is no passcode.
        case notSet
        /// It is too short or too long.
        case invalid
        /// It could not be kept or read.
        case unavailable
    }

    /// The kind.
    package var code: Code
    /// One sentence for the person, or two.
    package var message: String
    /// What lies beneath, for the log.
    package var cause: (any Error)?

    /// Describes a refusal.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}
