import JSONRPC
import Synchronization

/// The combined resource usage of the processes of one app, and its limits.
///
/// It outlives the processes, so that a restart does not renew what they may use.
final class AppShare: Sendable {
    private struct Member {
        var lifetime: ProcessLifetime
        var usage: ProcessUsage
        var exactMemory: @Sendable () -> Int?
    }

    /// The meter that is charged for the host's work for any of them.
    let meter: ReadingMeter
    /// The quota of their requests that wait for answers.
    let requests: RequestQuota
    private let budget: ProcessBudget
    private let members = Mutex<[ObjectIdentifier: Member]>([:])

    init(_ budget: ProcessBudget) {
        self.budget = budget
        meter = ReadingMeter(budget.appHostBudget)
        requests = RequestQuota(limit: budget.appRequests)
    }

    /// Records the current usage of a process.
    ///
    /// If all processes together exceed the app's budget, the one that uses most must end. `exactMemory` is called if
    /// the sum is too large, since a quick sample may count shared memory more than once.
    ///
    /// - Returns: The reason for which this process must end; `nil` if it may go on. If another one must end, its end
    ///   is requested here.
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
