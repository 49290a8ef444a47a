import JSONRPC
import TodayProtocol

/// An error whose sentence is meant for the person who looks at the screen.
public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence that names what failed and, where there is one, the mend.
    public var message: String

    /// Makes an error with a sentence.
    public init(_ message: String) { self.message = message }

    /// The sentence.
    public var description: String { message }
}

/// Refuses what the person typed: each sentence is shown at its input, and nothing of the perform is kept.
public struct InvalidInputs: Error, Hashable, Sendable {
    /// What is wrong, by the input's id.
    public var messages: [String: String]

    /// Makes the refusal.
    ///
    /// - Parameter messages: One sentence by the id of each input that is wrong.
    public init(_ messages: [String: String]) { self.messages = messages }
}

extension RPCError {
    /// Translates what an author's function threw.
    ///
    /// Only errors that were made for people reach the screen; of all others it learns no more than that there was one,
    /// and `log` gets the rest.
    init(thrown error: any Error, in method: String, log: (String) -> Void) {
        switch error {
        case let error as RPCError: self = error
        case let error as Failure: self.init(.failed, error.message)
        case let error as FetchError: self.init(.failed, error.message)
        case let error as RequestError: self.init(.failed, error.message)
        case let error as InvalidInputs:
            self.init(.failed, error.messages.sorted { $0.key < $1.key }.first?.value ?? "An input is wrong.")
        case is CancellationError: self.init(.cancelled, "\(method) was cancelled")
        default:
            log("\(method) failed: \(error)")
            self.init(.internalError, "\(method) failed; the log says why")
        }
    }
}
