import Testing

@testable import ProcessHost

/// What an app and its widgets may have together.
@Suite(.timeLimit(.minutes(10))) struct AppShareTests {
    private func lifetime() -> ProcessLifetime {
        ProcessLifetime(watch: UsageMonitor(budget: ProcessBudget(), memoryLimit: 100), elapsed: { .zero })
    }

    private func usage(memory: Int = 0, processes: Int = 1) -> ProcessUsage {
        ProcessUsage(cpu: .zero, memory: memory, peakMemory: memory, processes: processes)
    }

    private func share(memory: Int = 100, processes: Int = 10) -> AppShare {
        var budget = ProcessBudget()
        (budget.appMemory, budget.appProcesses) = (memory, processes)
        return AppShare(budget)
    }

    @Test func theProcessWithTheMostMemoryEndsWhicheverIsRead() async {
        let (share, small, large) = (share(), lifetime(), lifetime())
        #expect(share.record(usage(memory: 60), of: large) { 60 } == nil)
        #expect(share.record(usage(memory: 41), of: small) { 41 } == nil, "the other one is larger")
        var stops = large.stopRequests.makeAsyncIterator()
        #expect(await stops.next() == .appMemory(used: 101, limit: 100))
        #expect(share.record(usage(memory: 60), of: large) { 60 } == .appMemory(used: 101, limit: 100))
        share.remove(large)
        #expect(share.record(usage(memory: 41), of: small) { 41 } == nil)
    }

    @Test func memoryThatTheyShareCountsOnce() {
        let (share, first, second) = (share(), lifetime(), lifetime())
        #expect(share.record(usage(memory: 90), of: first) { 50 } == nil)
        #expect(share.record(usage(memory: 90), of: second) { 50 } == nil)
        #expect(share.record(usage(memory: 90), of: second) { 51 } == .appMemory(used: 101, limit: 100))
    }

    @Test func processesAreCountedTogether() {
        let (share, first, second) = (share(), lifetime(), lifetime())
        #expect(share.record(usage(processes: 4), of: first) { 0 } == nil)
        #expect(share.record(usage(processes: 6), of: second) { 0 } == nil)
        #expect(share.record(usage(processes: 7), of: second) { 0 } == .appProcesses(used: 11, limit: 10))
    }
}
