/// What a process and everything it started use at a moment.
package struct ProcessUsage: Hashable, Sendable {
    /// The CPU time since the process was started, of those that have ended and were waited for too.
    package var cpu: Duration
    /// The resident memory of all together in bytes; pages that they share count for each.
    package var memory: Int
    /// The most resident memory that one of them has had so far, in bytes.
    package var peakMemory: Int
    /// How many they are.
    package var processes: Int
}
