/// Why the host could not do what a surface or a command asked.
package struct HostError: Error, Sendable {
    /// The kinds of failures.
    package enum Code: String, Codable, Hashable, Sendable {
        /// Nothing of that name is there, or several are.
        case notFound
        /// The request makes no sense, or passes a limit.
        case invalid
        /// A bundle is malformed; the message lists every mistake with file, key and mend.
        case badBundle
        /// The person has to agree first; the message lists to what.
        case consentNeeded
        /// Another app owns what this one claims.
        case claimed
        /// A process did not do its part; the message is a sentence for the person.
        case processFailed
        /// Another host uses the state folder, or the folder cannot be used.
        case stateUnavailable
        /// The sandbox is required and cannot be had.
        case sandboxUnavailable
        /// The passcode must be given on this surface first.
        case passcodeRequired
        /// The passcode was wrong, or guessed too often; the message says when the next guess is taken.
        case passcodeWrong
        /// There is no passcode yet; the person has to set one first.
        case passcodeNotSet
        /// The cloud cannot be reached, or refused; the message says which.
        case cloudUnavailable
        /// Something else went wrong; the log has the rest.
        case `internal`
    }

    /// The kind.
    package var code: Code
    /// One sentence, or several lines for `badBundle` and `consentNeeded`, that names the thing and the mend.
    package var message: String
    /// What lies behind it, for the log.
    package var cause: (any Error)?

    /// Describes a failure.
    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}
