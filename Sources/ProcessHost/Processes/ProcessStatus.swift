/// How an app's or widget's process is, for the screen and for people who ask why.
package struct ProcessStatus: Hashable, Sendable {
    /// Where it is in its life.
    package var phase: SupervisorState.Phase
    /// Its id on the system, while it runs: the sandbox's, where there is one.
    package var pid: Int32?
    /// How many times in a row it has failed.
    package var failures: Int
    /// Why the last one ended.
    package var lastEnd: EndReason?
    /// How long calls still fail.
    package var retryAfter: Duration?
    /// The most resident memory that one process has had, in bytes: of the one that runs, or else of the last.
    package var peakMemory: Int?
}
