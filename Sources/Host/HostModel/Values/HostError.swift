package import TodayProtocol

/// The failure of a request from a surface or a command.
package struct HostError: Error, Sendable, CustomStringConvertible {
    package enum Code: String, Codable, Hashable, Sendable {
        /// Nothing has that name, or several have it.
        case notFound
        /// The request is invalid, or exceeds a limit.
        case invalid
        /// A bundle is malformed; the message lists every mistake with file, key and remedy.
        case badBundle
        /// Another app owns what this one claims.
        case claimed
        /// A call to a process failed; the message is a sentence for the person.
        case processFailed
        /// Another host uses the state folder, or the folder cannot be used.
        case stateUnavailable
        /// No host runs on the state folder; only clients of the host report this.
        case notRunning
        /// A sandbox is required, and this machine has none.
        case sandboxUnavailable
        /// The passcode must be entered on this surface first.
        case passcodeRequired
        /// The passcode was wrong, or guessed too often; the message says when the next guess is taken.
        case passcodeWrong
        /// The device that asks lacks the right; the message says how to get it.
        case notAllowed
        /// There is no passcode yet; the person has to set one first.
        case passcodeNotSet
        /// The cloud cannot be reached, or refused; the message says which.
        case cloudUnavailable
        /// The script that waited for the answer has ended; nothing was done.
        case nobodyWaits
        /// Something else went wrong; the log has the rest.
        case `internal`
    }

    package var code: Code
    /// One sentence, or several lines for `badBundle`, that names the thing and the remedy.
    package var text: LocalizableText
    package var cause: (any Error)?

    package var message: String { text.english }

    package var description: String { message }

    package init(_ code: Code, _ text: LocalizableText, cause: (any Error)? = nil) {
        self.code = code
        self.text = text
        self.cause = cause
    }

    /// The refusal of an address that no installed app opens, with code `notFound`.
    package static func nothingOpens(_ url: String) -> HostError {
        let address = String(url.prefix(200))
        return HostError(
            .notFound,
            url.hasPrefix("today://") ? .pageOfTodayItself(address) : .noAppOpensAddress(address)
        )
    }
}
