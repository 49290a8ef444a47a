/// Finds CPU time of processes that ended and whose parent did not await them.
///
/// The kernel adds the time of an ended process to that of its parent when the parent awaits it. If the parent has told the
/// kernel not to keep its children (`SIGCHLD` ignored, or `SA_NOCLDWAIT`), their time is nobody's. This compares: what
/// vanished processes had used when they were last seen must have come to others as awaited time. It finds only what was
/// seen, so it is a lower bound.
struct UnawaitedTime: Hashable, Sendable {
    /// How far the awaited times of one process can be off: two numbers, each rounded down to a tick.
    private static let rounding = Duration.milliseconds(20)

    private var living: [ProcessTree.Member.Key: Duration] = [:]
    private var awaited = Duration.zero
    private var missing = Duration.zero

    /// Records the processes of a tree.
    ///
    /// - Parameter members: All processes of the tree that live now.
    /// - Returns: The time that is certainly missing so far; zero if rounding explains it.
    mutating func record(_ members: [ProcessTree.Member]) -> Duration {
        let now = Dictionary(members.map { ($0.key, $0.ownTime) }) { first, _ in first }
        let vanished = living.reduce(Duration.zero) { now[$1.key] == nil ? $0 + $1.value : $0 }
        let total = members.reduce(Duration.zero) { $0 + $1.awaitedTime }
        // Awaited processes bring more than was seen of them; that excuses nothing later.
        missing = max(.zero, missing + vanished - (total - awaited))
        (living, awaited) = (now, total)
        return max(.zero, missing - Self.rounding * members.count)
    }
}
