import JSONRPC
import ProcessHost
import TodayProtocol

/// Why a process did not do what the host asked.
struct ProcessFailure: Error, Sendable {
    /// What is to be made of it.
    enum Kind: Hashable, Sendable {
        /// The process answered that it cannot; to ask again is no use.
        case refused
        /// The process is gone, or did not answer in time; a new one may.
        case lost
        /// The process stopped because the host told it that the answer is no longer wanted.
        case recalled
        /// The host is stopping, or the call was cancelled.
        case stopping
    }

    /// What is to be made of it.
    var kind: Kind
    /// A sentence for the person.
    var sentence: String
    /// How long it takes until another try makes sense, if that is known.
    var retryAfter: Duration?
}

extension ProcessFailure {
    /// A process that is gone.
    static func lost(_ program: Program) -> ProcessFailure {
        ProcessFailure(kind: .lost, sentence: "\(program.title) ended before it was done.")
    }

    /// What is to be made of an error from the processes.
    init(_ error: any Error) {
        switch error {
        case let failure as ProcessFailure: self = failure
        case let error as ProcessError: self.init(error)
        case is CancellationError: self.init(kind: .stopping, sentence: "Today is stopping.")
        default: self.init(kind: .lost, sentence: "The process cannot be asked.")
        }
    }

    private init(_ error: ProcessError) {
        switch error.code {
        case .refused:
            // A process's own sentence stands alone; everything else is told with its name.
            switch error.answer?.code {
            case .failed?: self.init(kind: .refused, sentence: error.answer?.message ?? error.message)
            case .cancelled?: self.init(kind: .recalled, sentence: error.message)
            default: self.init(kind: .refused, sentence: error.message)
            }
        case .notAllowed: self.init(kind: .refused, sentence: error.message)
        case .stopped, .cancelled: self.init(kind: .stopping, sentence: error.message)
        case .launchFailed, .startFailed, .crashed, .timedOut, .overBudget, .misbehaved, .backingOff:
            self.init(kind: .lost, sentence: error.message, retryAfter: error.retryAfter)
        }
    }
}
