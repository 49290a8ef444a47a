import JSONRPC
import TodayProtocol

/// An error whose message is shown to the person.
public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names the failure and, if there is one, the remedy.
    public var message: String

    /// Creates an error with a message.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}

/// An error that rejects input values: each message is shown at its input, and nothing that the action wrote is kept.
public struct InvalidInputs: Error, Hashable, Sendable {
    /// The messages by input id.
    public var messages: [String: String]

    /// Creates the error.
    public init(_ messages: [String: String]) { self.messages = messages }
}

/// An error that ``App/open(_:from:_:)`` throws if the app does not take the URL that was opened.
///
/// The host tells the person and the app that asked.
public struct AddressNotTaken: Error, Hashable, Sendable {
    /// Creates the error.
    public init() {}
}

extension RPCError {
    /// Translates an error that an author's function threw, of which only a message for people reaches the screen; for
    /// any other error the host learns only that there was one, and the details go to `log`.
    init(thrown error: any Error, in method: String, log: (String) -> Void) {
        switch error {
        case let error as RPCError: self = error
        case let error as Failure: self.init(.failed, error.message)
        case let error as FetchError: self.init(.failed, error.message)
        case let error as RequestError: self.init(.failed, error.message)
        case let error as RecordError: self.init(.failed, error.message)
        case let error as InvalidInputs:
            self.init(.failed, error.messages.sorted { $0.key < $1.key }.first?.value ?? "An input is wrong.")
        case is CancellationError: self.init(.cancelled, "\(method) was cancelled")
        default:
            log("\(method) failed: \(error)")
            self.init(.internalError, "\(method) failed; the log says why")
        }
    }
}
