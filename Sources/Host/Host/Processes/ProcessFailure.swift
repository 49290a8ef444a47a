import HostModel
import JSONRPC
import Logging
import ProcessHost
import TodayProtocol

/// The failure of a call to a process, for callers in the host.
struct ProcessFailure: Error, Sendable, CustomStringConvertible {
    enum Kind: Hashable, Sendable {
        /// The process answered with an error, or may not run; another call would fail too.
        case refused
        /// The process is gone, or did not answer in time; a new one may answer.
        case lost
        /// The process stopped because the host cancelled the request.
        case cancelled
        /// The process was ended because its app was replaced, changed or removed; the app must be looked up again.
        case replaced
        /// The host is stopping, or the call was cancelled.
        case stopping
    }

    static let replacementTime = Duration.seconds(1)

    var kind: Kind
    var text: LocalizableText
    var retryAfter: Duration?
    /// The outcome of the background run; `nil` if the process was not called.
    var outcome: BackgroundRun.Outcome? = .failed
    /// `true` if the process wrote the sentence, in the language of the request, or repeated an error of the host.
    var isOfProcess = false

    var message: String { text.english }

    var description: String { message }

    /// The log level: `info` if the log already has the end of the process, or the process wrote the sentence.
    var logLevel: Logger.Level { kind == .refused && !isOfProcess ? .warning : .info }
}

extension ProcessFailure {
    static func lost(_ program: Program) -> ProcessFailure {
        ProcessFailure(kind: .lost, text: .endedBeforeDone(program.title), outcome: .crashed)
    }

    init(_ error: any Error, of session: ProcessSession? = nil) {
        switch error {
        case let failure as ProcessFailure: self = failure
        case let error as ProcessError: self.init(error, session)
        case is CancellationError: self.init(kind: .stopping, text: .todayStopping, outcome: nil)
        default: self.init(kind: .lost, text: .processCannotBeAsked)
        }
    }

    private init(_ error: ProcessError, _ session: ProcessSession?) {
        switch error.code {
        case .refused:
            // The process's own sentence is shown as it is; every other one begins with the process's name.
            guard let answer = error.answer else {
                self.init(kind: .refused, text: error.text)
                return
            }
            switch answer.code {
            case .failed:
                let text = session?.text(ofFailure: answer.message) ?? .text(answer.message)
                self.init(kind: .refused, text: text, isOfProcess: true)
            case .cancelled: self.init(kind: .cancelled, text: error.text)
            default: self.init(kind: .refused, text: error.text)
            }
        case .notAllowed: self.init(kind: .refused, text: error.text)
        case .stopped, .cancelled: self.init(kind: .stopping, text: error.text, outcome: nil)
        case .replaced:
            self.init(kind: .replaced, text: error.text, retryAfter: Self.replacementTime, outcome: nil)
        case .launchFailed, .startFailed, .misbehaved:
            self.init(kind: .lost, text: error.text, retryAfter: error.retryAfter)
        case .crashed:
            self.init(kind: .lost, text: error.text, retryAfter: error.retryAfter, outcome: .crashed)
        case .timedOut, .overBudget:
            self.init(kind: .lost, text: error.text, retryAfter: error.retryAfter, outcome: .overran)
        case .backingOff: self.init(kind: .lost, text: error.text, retryAfter: error.retryAfter, outcome: nil)
        }
    }
}
