import JSONRPC
import ProcessHost
import TodayProtocol

/// Why a call to a process failed, as callers in the host need to know it.
struct ProcessFailure: Error, Sendable {
    /// What a caller can do about it.
    enum Kind: Hashable, Sendable {
        /// The process answered with an error, or may not run; another call would fail too.
        case refused
        /// The process is gone, or did not answer in time; a new one may answer.
        case lost
        /// The process stopped since the host cancelled the request.
        case cancelled
        /// The host is stopping, or the call was cancelled.
        case stopping
    }

    var kind: Kind
    /// A sentence for the person.
    var sentence: String
    /// After how long another call may succeed, if that is known.
    var retryAfter: Duration?
}

extension ProcessFailure {
    /// The failure of a process that is gone.
    static func lost(_ program: Program) -> ProcessFailure {
        ProcessFailure(kind: .lost, sentence: "\(program.title) ended before it was done.")
    }

    /// Translates an error of a call.
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
            // The process's own sentence is shown as it is; every other one begins with the process's name.
            switch error.answer?.code {
            case .failed?: self.init(kind: .refused, sentence: error.answer?.message ?? error.message)
            case .cancelled?: self.init(kind: .cancelled, sentence: error.message)
            default: self.init(kind: .refused, sentence: error.message)
            }
        case .notAllowed: self.init(kind: .refused, sentence: error.message)
        case .stopped, .cancelled: self.init(kind: .stopping, sentence: error.message)
        case .launchFailed, .startFailed, .crashed, .timedOut, .overBudget, .misbehaved, .backingOff:
            self.init(kind: .lost, sentence: error.message, retryAfter: error.retryAfter)
        }
    }
}
