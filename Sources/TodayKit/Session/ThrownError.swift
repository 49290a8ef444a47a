import JSONRPC
import TodayProtocol

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
