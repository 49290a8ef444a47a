import JSONRPC
import Synchronization

/// What the processes of one app use together, and are held to.
///
/// It outlives each of them, so that one that is started again has no more than before.
final class AppShare: Sendable {
    private struct Member {
        var lifetime: ProcessLifetime
        var usage: ProcessUsage
        var exactMemory: @Sendable () -> Int?
    }

    /// Is charged for what the host does for any of them.
    let meter: ReadingMeter
    /// Counts their requests that wait for answers.
    let requests: RequestQuota
    private let budget: ProcessBudget
    private let members = Mutex<[ObjectIdentifier: Member]>([:])

    /// Makes the share of an app of which no process runs.
    init(_ budget: ProcessBudget) {
        self.budget = budget
        meter = ReadingMeter(budget.appHostBudget)
        requests = RequestQuota(limit: budget.appRequests)
    }

    /// Records what a process uses now.
    ///
    /// If all together use more than the app may, the one that uses most must end.
    ///
    /// - Parameters:
    ///   - usage: What it uses.
    ///   - lifetime: The process.
    ///   - exactMemory: Measures its memory when the sum is too much: a quick reading may count shared memory twice.
    /// - Returns: Why this process must end; another one is asked to end here.
    func record(
        _ usage: ProcessUsage,
        of lifetime: ProcessLifetime,
        exactMemory: @escaping @Sendable () -> Int?
    ) -> EndReason? {
        let members = members.withLock { members in
            members[ObjectIdentifier(lifetime)] = Member(lifetime: lifetime, usage: usage, exactMemory: exactMemory)
            return Array(members.values)
        }
        guard let (member, reason) = excess(of: members) else { return nil }
        if member.lifetime === lifetime { return reason }
        member.lifetime.stop(reason)
        return nil
    }

    /// Forgets a process that has ended.
    func remove(_ lifetime: ProcessLifetime) {
        members.withLock { members in _ = members.removeValue(forKey: ObjectIdentifier(lifetime)) }
    }

    private func excess(of members: [Member]) -> (Member, EndReason)? {
        // The limit of each process is the tighter one for an app with a single process.
        guard members.count > 1 else { return nil }
        let processes = members.reduce(0) { $0 + $1.usage.processes }
        if processes > budget.appProcesses, let most = members.max(by: { $0.usage.processes < $1.usage.processes }) {
            return (most, .appProcesses(used: processes, limit: budget.appProcesses))
        }
        guard members.reduce(0, { $0 + $1.usage.memory }) > budget.appMemory else { return nil }
        let measured = members.map { ($0, $0.exactMemory() ?? 0) }
        let memory = measured.reduce(0) { $0 + $1.1 }
        guard memory > budget.appMemory, let (most, _) = measured.max(by: { $0.1 < $1.1 }) else { return nil }
        return (most, .appMemory(used: memory, limit: budget.appMemory))
    }
}
