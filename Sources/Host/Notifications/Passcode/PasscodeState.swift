import FoundationEssentials
import HostModel
package import TodayProtocol

/// A failure to check, require or set the passcode.
package struct PasscodeError: Error, Sendable {
    package enum Code: Hashable, Sendable {
        /// The passcode is wrong.
        case wrong
        /// There were too many guesses; the next one is possible later.
        case tooSoon
        /// The surface must be unlocked first.
        case required
        /// There is no passcode.
        case notSet
        /// The new passcode is too short or too long.
        case invalid
        /// The passcode could not be read or stored.
        case unavailable
    }

    package var code: Code
    /// One or two sentences for the person.
    package var text: LocalizableText
    /// The underlying error, for the log.
    package var cause: (any Error)?

    package init(_ code: Code, _ text: LocalizableText, cause: (any Error)? = nil) {
        self.code = code
        self.text = text
        self.cause = cause
    }

    /// The sentences in English.
    package var message: String { text.english }
}
