import CloudDaemon
import HTTPServing
import HostModel

/// The exit status of a command.
package enum ExitStatus: Int32, Hashable, Sendable {
    /// The command succeeded.
    case success = 0
    /// The command failed; a message on standard error names the reason.
    case failure = 1
    /// The arguments are invalid.
    case usage = 2
    /// Consent or the passcode is needed, but no person can be asked.
    case consentNeeded = 3
    /// No host is running on the state folder.
    case notRunning = 4
    /// The command waited for a response that did not arrive.
    case unanswered = 5
}

struct CommandError: Error, Sendable {
    var status: ExitStatus
    /// One sentence that names the cause and the remedy; several lines for a bundle with several mistakes.
    var message: String
    var cause: (any Error)?

    init(_ message: String, status: ExitStatus = .failure, cause: (any Error)? = nil) {
        self.status = status
        self.message = message
        self.cause = cause
    }
}

extension CommandError {
    /// The error for a secret, such as `a passphrase`, that the person does not give.
    static func none(_ secret: String) -> CommandError {
        CommandError("No \(secret.split(separator: " ").last ?? "") was given; nothing was done.")
    }

    /// Creates an error from one of the host, of a cloud or of this program; `nil` for one of the argument parser.
    init?(reporting error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as HostError: self.init(error)
        case let error as CloudOperationError: self.init(error.message, cause: error)
        case let error as PublicServing.Mistake: self.init(error.message, cause: error)
        default: return nil
        }
    }

    private init(_ error: HostError) {
        let status: ExitStatus =
            switch error.code {
            case .passcodeRequired: .consentNeeded
            case .notRunning: .notRunning
            case .nobodyWaits: .unanswered
            case .stateUnavailable, .notFound, .invalid, .badBundle, .claimed, .processFailed, .sandboxUnavailable,
                .internal, .passcodeWrong, .notAllowed, .passcodeNotSet, .cloudUnavailable:
                .failure
            }
        self.init(error.message, status: status, cause: error)
    }
}
