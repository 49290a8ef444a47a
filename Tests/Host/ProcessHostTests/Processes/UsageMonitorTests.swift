import Testing

@testable import ProcessHost

@Suite struct UsageMonitorTests {
    private func isBetweenRequests(_ reason: EndReason?) -> Bool {
        if case .cpuBetweenRequests(_, limit: .seconds(2)) = reason { true } else { false }
    }

    private func usage(cpu: Duration, memory: Int = 0, processes: Int = 1) -> ProcessUsage {
        ProcessUsage(cpu: cpu, memory: memory, peakMemory: memory, processes: processes)
    }

    @Test func eachRequestHasItsOwnBudget() {
        let watch = UsageMonitor(budget: ProcessBudget(), memoryLimit: 100)
        let first = watch.beginRequest(at: .zero)
        #expect(watch.record(usage(cpu: .seconds(10)), at: .zero) == nil)
        #expect(watch.record(usage(cpu: .seconds(12)), at: .zero) == nil)
        let second = watch.beginRequest(at: .zero)
        watch.endRequest(first, at: .zero)
        #expect(watch.record(usage(cpu: .seconds(13)), at: .zero) == nil)
        #expect(watch.record(usage(cpu: .seconds(15)), at: .zero) == nil)
        #expect(
            watch.record(usage(cpu: .milliseconds(15_010)), at: .zero)
                == .cpu(used: .milliseconds(2010), limit: .seconds(2))
        )
        watch.endRequest(second, at: .zero)
        #expect(!watch.isBusy)
    }

    @Test func anEndWhileARequestRunsIsItsFailure() {
        let watch = UsageMonitor(budget: ProcessBudget(), memoryLimit: 100)
        let answered = watch.beginRequest(at: .zero)
        #expect(!watch.endRequest(answered, at: .zero))
        let running = watch.beginRequest(at: .zero)
        #expect(watch.end())
        #expect(watch.endRequest(running, at: .zero))
        #expect(!watch.end())
    }

    @Test func memoryThatOneProcessHadForAMomentCounts() {
        let watch = UsageMonitor(budget: ProcessBudget(), memoryLimit: 100)
        var brief = usage(cpu: .zero, memory: 10)
        brief.peakMemory = 200
        brief.peakOwnMemory = 100
        #expect(watch.record(brief, at: .zero) == nil, "files of programs count as little as before")
        brief.peakOwnMemory = 101
        #expect(watch.record(brief, at: .zero) == .memory(used: 101, limit: 100))
    }

    @Test func theTimeBetweenRequestsHasABudgetToo() {
        let watch = UsageMonitor(budget: ProcessBudget(), memoryLimit: 100)
        #expect(watch.record(usage(cpu: .seconds(1)), at: .zero) == nil)
        #expect(watch.record(usage(cpu: .seconds(3)), at: .zero) == nil)
        #expect(
            watch.record(usage(cpu: .milliseconds(3001)), at: .zero)
                == .cpuBetweenRequests(used: .milliseconds(2001), limit: .seconds(2))
        )
    }

    /// A process could have itself asked something every few seconds, and be looked at only then.
    @Test func shortRequestsInBetweenEndNothing() {
        let watch = UsageMonitor(budget: ProcessBudget(), memoryLimit: 100)
        let end = (0..<100).compactMap { second in
            let time = Duration.seconds(second)
            defer {
                let request = watch.beginRequest(at: time)
                watch.endRequest(request, at: time + .milliseconds(1))
            }
            return watch.record(usage(cpu: .milliseconds(500) * second), at: time)
        }
        #expect(isBetweenRequests(end.first))
    }

    @Test func whatRequestsUseIsNotCountedBetweenThem() {
        let watch = UsageMonitor(budget: ProcessBudget(), memoryLimit: 100)
        for second in 0..<1000 {
            let time = Duration.seconds(second)
            #expect(watch.record(usage(cpu: .milliseconds(900) * second), at: time) == nil)
            let request = watch.beginRequest(at: time + .milliseconds(50))
            // Some are looked at while they run, others are over before.
            if second.isMultiple(of: 2) {
                let used = Duration.milliseconds(900) * second + .milliseconds(400)
                #expect(watch.record(usage(cpu: used), at: time + .milliseconds(500)) == nil)
            }
            watch.endRequest(request, at: time + .milliseconds(950))
        }
    }

    @Test func aRequestOnManyCoresIsHeldToItsOwnBudgetAlone() {
        let watch = UsageMonitor(budget: ProcessBudget(), memoryLimit: 100)
        #expect(watch.record(usage(cpu: .zero), at: .zero) == nil)
        let request = watch.beginRequest(at: .zero)
        #expect(watch.record(usage(cpu: .milliseconds(400)), at: .milliseconds(100)) == nil)
        #expect(watch.record(usage(cpu: .milliseconds(2300)), at: .milliseconds(600)) == nil)
        #expect(
            watch.record(usage(cpu: .milliseconds(2500)), at: .milliseconds(700))
                == .cpu(used: .milliseconds(2100), limit: .seconds(2))
        )
        watch.endRequest(request, at: .milliseconds(800))
    }

    @Test func aProcessThatFollowsWhatItIsToldWorksOnForHours() {
        let watch = UsageMonitor(budget: ProcessBudget(), memoryLimit: 100)
        for second in 0..<10_000 {
            let used = usage(cpu: .milliseconds(200) * second)
            #expect(watch.record(used, at: .seconds(second)) == nil)
        }
    }

    @Test(arguments: [(300, 100), (1000, 5)])
    func aProcessThatWorksTooMuchBetweenRequestsIsNoticed(milliseconds: Int, latest: Int) {
        let watch = UsageMonitor(budget: ProcessBudget(), memoryLimit: 100)
        let end = (0...latest).compactMap { second in
            watch.record(usage(cpu: .milliseconds(milliseconds) * second), at: .seconds(second))
        }
        #expect(isBetweenRequests(end.first))
    }

    @Test func memoryAndProcessesAreBoundedAtAnyTime() {
        let watch = UsageMonitor(budget: ProcessBudget(), memoryLimit: 100)
        #expect(watch.record(usage(cpu: .zero, memory: 100), at: .zero) == nil)
        #expect(watch.record(usage(cpu: .zero, memory: 101), at: .zero) == .memory(used: 101, limit: 100))
        #expect(watch.record(usage(cpu: .zero, processes: 65), at: .zero) == .processes(used: 65, limit: 64))
        #expect(watch.peakMemory == 101)
        var usage = usage(cpu: .zero)
        usage.temporaryFiles = 10_001
        #expect(watch.record(usage, at: .zero) == .temporaryFiles(used: 10_001, limit: 10_000))
        usage.temporaryFiles = 0
        usage.watches = 1025
        #expect(watch.record(usage, at: .zero) == .watches(used: 1025, limit: 1024))
        usage.watches = 0
        usage.locks = 1001
        #expect(watch.record(usage, at: .zero) == .locks(used: 1001, limit: 1000))
        usage.locks = 0
        usage.unawaited = .milliseconds(51)
        #expect(watch.record(usage, at: .zero) == .unawaitedChildren(.milliseconds(51)))
    }

    /// What is received in time may be sent to another process again and again.
    @Test func descriptorsMayNotStayHidden() {
        let watch = UsageMonitor(budget: ProcessBudget(), memoryLimit: 100)
        var sent = usage(cpu: .zero)
        sent.hidesDescriptors = true
        for tenth in 0..<30 {
            let now = tenth % 10 == 9 ? usage(cpu: .zero) : sent
            #expect(watch.record(now, at: .milliseconds(100) * tenth) == nil)
        }
        #expect(watch.record(sent, at: .seconds(3)) == nil)
        #expect(watch.record(sent, at: .milliseconds(3999)) == nil)
        #expect(watch.record(sent, at: .seconds(4)) == .hiddenDescriptors(.seconds(1)))
    }

    /// A process that hides descriptors and sleeps is read on, until it has received or exceeded what it may.
    @Test func usageWithHiddenDescriptorsIsNotStill() {
        var trend = UsageTrend()
        var sent = usage(cpu: .zero)
        sent.hidesDescriptors = true
        trend.record(sent, after: .zero)
        trend.record(sent, after: .seconds(1))
        #expect(!trend.isStill)
        sent.hidesDescriptors = false
        trend.record(sent, after: .seconds(1))
        #expect(trend.isStill)
        sent.watches = 1
        trend.record(sent, after: .seconds(1))
        #expect(!trend.isStill)
        sent.locks = 1
        trend.record(sent, after: .seconds(1))
        #expect(!trend.isStill)
    }
}
