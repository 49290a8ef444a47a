package import Host

/// How a command ended, as the shell sees it.
package enum ExitStatus: Int32, Hashable, Sendable {
    /// It did what was asked.
    case success = 0
    /// It could not; a sentence on standard error says why.
    case failure = 1
    /// The arguments make no sense.
    case usage = 2
    /// The person has to agree first or to give the passcode, and nobody could be asked.
    case consentNeeded = 3
    /// No host runs on the state folder.
    case notRunning = 4
    /// It waited for the person's answer, and none came.
    case unanswered = 5
}

/// Why a command failed.
package struct CommandError: Error, Sendable {
    /// What the shell is told.
    package var status: ExitStatus
    /// One sentence that names the thing and the mend; several lines for a bundle with several mistakes.
    package var message: String
    /// What lies behind it.
    package var cause: (any Error)?

    /// Describes a failure.
    package init(_ message: String, status: ExitStatus = .failure, cause: (any Error)? = nil) {
        self.status = status
        self.message = message
        self.cause = cause
    }
}

extension CommandError {
    /// Tells the shell of what the host refused.
    ///
    /// - Parameters:
    ///   - error: The host's error.
    ///   - unavailable: The status of `stateUnavailable`.
    package init(_ error: HostError, unavailable: ExitStatus = .failure) {
        let status: ExitStatus =
            switch error.code {
            case .consentNeeded, .passcodeRequired: .consentNeeded
            case .stateUnavailable: unavailable
            case .notFound, .invalid, .badBundle, .claimed, .processFailed, .sandboxUnavailable, .internal,
                .passcodeWrong, .passcodeNotSet, .cloudUnavailable:
                .failure
            }
        self.init(error.message, status: status, cause: error)
    }
}
