/// Detects CPU time of ended processes whose parent did not wait for them.
///
/// The kernel adds the CPU time of an ended process to that of its parent when the parent waits for it. If the parent
/// has told the kernel not to keep its children (`SIGCHLD` ignored, or `SA_NOCLDWAIT`), their time is charged to no
/// process. So the time that vanished processes had used when they were last sampled must appear as awaited time of
/// others. The result is a lower bound, since only sampled time is known.
struct UnawaitedTime: Hashable, Sendable {
    /// Maximum rounding error of the awaited time of one process: the sum of two numbers, each rounded down to a tick.
    private static let rounding = Duration.milliseconds(20)

    private var living: [ProcessTree.Member.Key: Duration] = [:]
    private var awaited = Duration.zero
    private var missing = Duration.zero

    /// Records all processes of the tree that live now, and returns the time that is certainly missing so far; zero if
    /// rounding can explain it.
    mutating func record(_ members: [ProcessTree.Member]) -> Duration {
        let now = Dictionary(members.map { ($0.key, $0.ownTime) }) { first, _ in first }
        let vanished = living.reduce(Duration.zero) { now[$1.key] == nil ? $0 + $1.value : $0 }
        let total = members.reduce(Duration.zero) { $0 + $1.awaitedTime }
        // Awaited processes add more time than was sampled; the surplus must not offset later losses.
        missing = max(.zero, missing + vanished - (total - awaited))
        (living, awaited) = (now, total)
        return max(.zero, missing - Self.rounding * members.count)
    }
}
