package import FoundationEssentials

/// What a surface has to know of the passcode.
package struct PasscodeState: Codable, Hashable, Sendable {
    /// Whether there is one.
    package var isSet: Bool
    /// Whether it was given on this surface within the last minute.
    package var isUnlocked: Bool
    /// When the next guess is taken, after wrong ones; none if it is at once.
    package var nextTry: Date?

    /// Describes the passcode.
    package init(isSet: Bool, isUnlocked: Bool, nextTry: Date?) {
        self.isSet = isSet
        self.isUnlocked = isUnlocked
        self.nextTry = nextTry
    }
}

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
