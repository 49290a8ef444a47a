import HostModel
package import JSONRPC
package import TodayProtocol

package struct ProcessError: Error, Sendable {
    package enum Code: Hashable, Sendable {
        /// There is no sandbox, and the person does not trust the app by name, or a sandbox is required.
        case notAllowed
        /// The program cannot be started.
        case launchFailed
        /// The process did not answer `initialize` in time, or gave an invalid answer.
        case startFailed
        /// The process ended before it answered.
        case crashed
        /// The process did not answer in time and was killed.
        case timedOut
        /// The process exceeded a limit and was killed.
        case overBudget
        /// The process broke the protocol and was killed.
        case misbehaved
        /// The process has failed before, and its next start is delayed.
        case backingOff
        /// The process answered with an error, or its answer was malformed; ``ProcessError/cause`` has the error.
        case refused
        /// The process was ended because the host is stopping.
        case stopped
        /// The process was ended because its app was replaced, changed its rights or was removed.
        case replaced
        case cancelled
    }

    package var code: Code
    /// One sentence for people that names the process.
    package var text: LocalizableText
    /// Time after which a call may succeed again, if known.
    package var retryAfter: Duration?
    package var cause: (any Error)?

    package init(_ code: Code, _ text: LocalizableText, retryAfter: Duration? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.text = text
        self.retryAfter = retryAfter
        self.cause = cause
    }

    package var message: String { text.english }

    package var answer: RPCError? { code == .refused ? cause as? RPCError : nil }
}
