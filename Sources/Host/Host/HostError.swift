import DeviceSync
import Fetching
import HostModel
import HostStorage
import Notifications
import ProcessHost
import TodayProtocol

extension HostError {
    /// Translates an error of a lower module for surfaces and commands; this is the only place that does so.
    init(_ error: any Error) {
        switch error {
        case let error as HostError: self = error
        case let error as StoreError: self.init(Self.code(of: error), error.text, cause: error)
        case let error as BundleError: self.init(.badBundle, error.fullText, cause: error)
        case let error as NotificationError: self.init(.invalid, error.text, cause: error)
        case let error as PasscodeError: self.init(Self.code(of: error), error.text, cause: error.cause ?? error)
        case let error as CloudFailure: self.init(Self.code(of: error), error.text, cause: error.cause ?? error)
        case let error as ProcessFailure: self.init(.processFailed, error.text)
        case let error as FetchFailure:
            self.init(error.code == .notAllowed ? .invalid : .notFound, error.text, cause: error)
        default: self.init(.internal, .somethingWentWrong, cause: error)
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
