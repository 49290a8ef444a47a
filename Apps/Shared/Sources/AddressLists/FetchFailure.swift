public import TodayKit

/// What an app says of a fetch that failed, whatever it fetched.
public protocol FetchFailure {
    /// The person has not allowed a server yet.
    static func notAllowed(server: String) -> Self
    /// The host refuses for another reason, such as a right that was revoked; its sentence says what to do.
    static func refused(_ sentence: String) -> Self
    /// The server cannot be reached, or broke off.
    static var unreachable: Self { get }
    /// The server did not answer in time.
    static var tooSlow: Self { get }
    /// The answer is larger than the host passes on.
    static var tooLarge: Self { get }
}

extension FetchFailure {
    /// Translates a failure of a fetch.
    public init(_ error: FetchError) {
        self =
            switch error.code {
            case .notAllowed: error.server.map { .notAllowed(server: $0) } ?? .refused(error.message)
            case .invalid: .refused(error.message)
            case .failed: .unreachable
            case .timedOut: .tooSlow
            case .tooLarge: .tooLarge
            }
    }
}
