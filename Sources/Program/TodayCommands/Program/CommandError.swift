import CloudDaemon
import HTTPServing
import HostModel

/// The exit status of a command; the help of `today` has a table of them.
package enum ExitStatus: Int32, Hashable, Sendable {
    case success = 0
    case failure = 1
    case usage = 2
    case consentNeeded = 3
    case notRunning = 4
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
