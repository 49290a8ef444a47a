import Subprocess

/// How a process ended, as the system tells it.
enum ProcessExit: Hashable, Sendable {
    /// By itself, with a status.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)

    /// Reads a status.
    ///
    /// A sandbox reports the signal that ended its program as 128 and the signal.
    init(_ status: TerminationStatus) {
        switch status {
        case .exited(let code) where code > 128 && code < 128 + 65: self = .signalled(code - 128)
        case .exited(let code): self = .exited(code)
        case .signaled(let signal): self = .signalled(signal)
        }
    }

    /// The reason of an end that the host did not bring about.
    func reason(whileInUse: Bool) -> EndReason {
        switch self {
        case .exited(let status): .exited(status: status, whileInUse: whileInUse)
        case .signalled(let signal): .signalled(signal)
        }
    }
}
