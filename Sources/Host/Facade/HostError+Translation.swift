import HostStore
import ProcessHost

extension HostError {
    /// What a surface or a command is told of an error from below; translated here and nowhere else.
    init(_ error: any Error) {
        switch error {
        case let error as HostError: self = error
        case let error as StoreError: self.init(Self.code(of: error), error.message, cause: error)
        case let error as BundleError: self.init(.badBundle, error.description, cause: error)
        case let error as ProcessFailure: self.init(.processFailed, error.sentence)
        default: self.init(.internal, "Something went wrong in the host; its log says what.", cause: error)
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
