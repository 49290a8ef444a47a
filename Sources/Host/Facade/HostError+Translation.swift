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
            self.init(Self.code(of: error), Self.sentence(of: error), cause: error.cause ?? error)
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

    /// What this device says of a cloud may be half of a sentence and gets a capital; what the cloud said stays as it is,
    /// since it may begin with somebody's name, and so does an address.
    private static func sentence(of error: CloudFailure) -> String {
        switch error.code {
        case .unauthorized: return "The cloud has shut this host out; join it again with: today link CLOUD-URL"
        case .badAddress, .forbidden, .notFound, .refused: return error.message
        case .unreachable, .timedOut, .tooLarge, .malformed, .unavailable, .cancelled:
            let isWord = error.message.prefix { $0 != " " }.allSatisfy(\.isLetter)
            return isWord ? error.message.prefix(1).uppercased() + error.message.dropFirst() : error.message
        }
    }

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
