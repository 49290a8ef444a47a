/// How long things may take.
package struct ProcessTimings: Hashable, Sendable {
    /// From the launch to the answer to `initialize`.
    package var start = Duration.seconds(5)
    /// How long a process is kept after its last use.
    package var idle = Duration.seconds(60)
    /// How long the answer to `shutdown` may take.
    package var shutdown = Duration.milliseconds(700)
    /// How long a process may take to end after its input has, and after `SIGTERM`.
    package var grace = Duration.milliseconds(300)
    /// The wait after the first crash; it doubles with each further one.
    package var firstBackoff = Duration.seconds(1)
    /// The longest wait after a crash.
    package var longestBackoff = Duration.seconds(60)
    /// How long after such a wait no crash must happen for the count to begin anew.
    package var quiet = Duration.seconds(60)

    /// The timings that apply unless a test changes them.
    package init() {}
}
