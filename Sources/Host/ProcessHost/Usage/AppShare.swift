import JSONRPC
import Synchronization

/// The combined resource usage of the processes of one app, which a restart does not renew, and its limits.
final class AppShare: Sendable {
    private struct Member {
        var lifetime: ProcessLifetime
        var usage: ProcessUsage
        var exactMemory: @Sendable () -> Int?
    }

    /// The meter that is charged for the host's work for any of them.
    let meter: ReadingMeter
    let requests: RequestQuota
    private let budget: ProcessBudget
    private let members = Mutex<[ObjectIdentifier: Member]>([:])

    init(_ budget: ProcessBudget) {
        self.budget = budget
        meter = ReadingMeter(budget.appHostBudget)
        requests = RequestQuota(limit: budget.appRequests)
    }

    /// Records the usage of a process, and returns the reason for which it must end; `nil` if it may go on.
    ///
    /// If all processes together exceed the app's budget, the one that uses most must end, which is requested here for
    /// another one. `exactMemory` is called if the sum is too large, since a quick sample may count shared memory more
    /// than once.
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
