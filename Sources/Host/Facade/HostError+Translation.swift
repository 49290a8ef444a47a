import DeviceSync
import HostStore
import Notifications
import ProcessHost

extension HostError {
    /// What a surface or a command is told of an error from below; translated here and nowhere else.
    init(_ error: any Error) {
        switch error {
        case let error as HostError: self = error
        case let error as StoreError: self.init(Self.code(of: error), error.message, cause: error)
        case let error as BundleError: self.init(.badBundle, error.description, cause: error)
        case let error as NotificationError: self.init(.invalid, error.message, cause: error)
        case let error as PasscodeError: self.init(Self.code(of: error), error.message, cause: error.cause ?? error)
        case let error as CloudFailure:
            self.init(Self.code(of: error), Self.sentence(error.message), cause: error.cause ?? error)
        case let error as ProcessFailure: self.init(.processFailed, error.sentence)
        default: self.init(.internal, "Something went wrong in the host; its log says what.", cause: error)
        }
    }

    private static func code(of error: PasscodeError) -> Code {
        switch error.code {
        case .wrong, .tooSoon: .passcodeWrong
        case .required: .passcodeRequired
        case .notSet: .passcodeNotSet
        case .invalid: .invalid
        case .unavailable: .stateUnavailable
        }
    }

    private static func code(of error: CloudFailure) -> Code {
        switch error.code {
        case .badAddress, .forbidden, .refused: .invalid
        case .notFound: .notFound
        case .unreachable, .timedOut, .tooLarge, .malformed, .unauthorized, .unavailable, .cancelled: .cloudUnavailable
        }
    }

    /// A sentence begins with a capital, also where it is the second half of another one.
    private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    private static func code(of error: StoreError) -> Code {
        switch error.code {
        case .invalid, .limitExceeded: .invalid
        case .notFound: .notFound
        case .claimed: .claimed
        case .locked, .newerSchema, .unavailable, .closed, .diskFull: .stateUnavailable
        case .alreadyFinished, .overloaded: .internal
        }
    }
}
