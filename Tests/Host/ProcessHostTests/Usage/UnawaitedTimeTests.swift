import Testing

@testable import ProcessHost

@Suite struct UnawaitedTimeTests {
    /// A process by its id, with the milliseconds that it used itself and those of awaited children.
    private func member(_ pid: Int32, own: Int, awaited: Int = 0, start: Int = 0) -> ProcessTree.Member {
        ProcessTree.Member(
            key: ProcessTree.Member.Key(pid: pid, start: start),
            folder: "/proc/\(pid)",
            ownTime: .milliseconds(own),
            awaitedTime: .milliseconds(awaited),
            memory: 0,
            peakMemory: 0
        )
    }

    @Test func anAwaitedChildIsNotMissing() {
        var time = UnawaitedTime()
        #expect(time.record([member(1, own: 10), member(2, own: 500)]) == .zero)
        #expect(time.record([member(1, own: 10, awaited: 600)]) == .zero)
    }

    @Test func aChildThatNobodyAwaitedIsMissing() {
        var time = UnawaitedTime()
        _ = time.record([member(1, own: 10), member(2, own: 500)])
        #expect(time.record([member(1, own: 10)]) == .milliseconds(480))
    }

    @Test func smallChildrenAddUp() {
        var time = UnawaitedTime()
        let found = (0..<100).map { number in
            time.record([member(1, own: 10), member(2, own: 5, start: number)])
        }
        #expect(found.last == .milliseconds(99 * 5 - 40))
    }

    /// Otherwise a process could first let others wait for honest children, and be excused for as much later.
    @Test func whatWasAwaitedBeforeExcusesNothing() {
        var time = UnawaitedTime()
        for number in 0..<100 { #expect(time.record([member(1, own: 0, awaited: number * 1000)]) == .zero) }
        _ = time.record([member(1, own: 0, awaited: 99_000), member(2, own: 500)])
        #expect(time.record([member(1, own: 0, awaited: 99_000)]) == .milliseconds(480))
    }

    @Test func theTimeOfAGrandchildMovesUp() {
        var time = UnawaitedTime()
        _ = time.record([member(1, own: 0), member(2, own: 100), member(3, own: 300)])
        _ = time.record([member(1, own: 0), member(2, own: 100, awaited: 300)])
        #expect(time.record([member(1, own: 0, awaited: 400)]) == .zero)
    }

    @Test func roundingAddsUpToNothing() {
        var time = UnawaitedTime()
        for number in 1..<1000 {
            // Each child uses 19 ms, of which the system shows whole ticks of 10 ms for all together.
            _ = time.record([
                member(1, own: 0, awaited: (number - 1) * 19 / 10 * 10), member(2, own: 19, start: number),
            ])
            #expect(time.record([member(1, own: 0, awaited: number * 19 / 10 * 10)]) == .zero)
        }
    }
}

@Suite struct UsageTrendTests {
    private func usage(memory: Int, cpu: Duration = .zero, files: Int = 0) -> ProcessUsage {
        ProcessUsage(cpu: cpu, memory: memory, peakMemory: 0, processes: 1, temporaryFiles: files)
    }

    @Test func aProcessThatDoesNotGrowIsStillFromTheSecondReadingOn() {
        var trend = UsageTrend()
        trend.record(usage(memory: 10 << 20), after: .milliseconds(250))
        #expect(!trend.isStill)
        trend.record(usage(memory: 10 << 20), after: .milliseconds(250))
        #expect(trend.isStill)
    }

    @Test(arguments: [(4 << 20, 0, 0), (0, 20, 0), (0, 0, 1)])
    func aProcessThatGrowsIsNotStill(memory: Int, milliseconds: Int, files: Int) {
        var trend = UsageTrend()
        for number in 0..<100 {
            let cpu = Duration.milliseconds(milliseconds) * number
            trend.record(usage(memory: number * memory, cpu: cpu, files: number * files), after: .milliseconds(250))
            #expect(!trend.isStill)
        }
    }
}
