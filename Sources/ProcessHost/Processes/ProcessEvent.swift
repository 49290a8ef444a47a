/// Something that happened to a process, for the screen and the ledger.
package enum ProcessEvent: Hashable, Sendable {
    /// A process has answered `initialize`, so long after its launch began.
    case started(ProcessIdentity, pid: Int32, after: Duration)
    /// A process has ended.
    case ended(ProcessIdentity, EndReason)
    /// A process has written a line to its standard error.
    case line(ProcessIdentity, String)
}
