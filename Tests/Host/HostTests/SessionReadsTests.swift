import Synchronization
import Testing

@testable import Host

@Suite struct SessionReadsTests {
    /// Reads that began, each with what ends it.
    private final class Began: Sendable {
        let ends = Mutex<[(number: Int, end: @Sendable () -> Void)]>([])

        var numbers: [Int] { ends.withLock { $0.map(\.number) } }

        func add(_ number: Int, to reads: SessionReads, isWanted: Bool = true) {
            reads.add(isWanted: { isWanted }) { end in self.ends.withLock { $0.append((number, end)) } }
        }

        func end(_ number: Int) { ends.withLock { $0.first { $0.number == number }?.end }?() }
    }

    @Test func twoBeginAtATimeAndTheOthersInTheirOrder() {
        let (reads, began) = (SessionReads(), Began())
        for number in 0..<1024 { began.add(number, to: reads) }
        #expect(began.numbers == [0, 1])
        began.end(1)
        #expect(began.numbers == [0, 1, 2])
        for number in [0, 2, 3, 4] { began.end(number) }
        #expect(began.numbers == Array(0...6))
    }

    @Test func whatNobodyWaitsForAnyMoreNeverBegins() {
        let (reads, began) = (SessionReads(), Began())
        for number in 0..<1000 { began.add(number, to: reads, isWanted: number < 2) }
        began.add(1000, to: reads)
        began.end(0)
        #expect(began.numbers == [0, 1, 1000])
        for number in [1, 1000] { began.end(number) }
        // There is room again.
        for number in 1001...1003 { began.add(number, to: reads) }
        #expect(began.numbers == [0, 1, 1000, 1001, 1002])
    }

    @Test func readsThatEndAtOnceDoNotPileUp() {
        let reads = SessionReads()
        let count = Atomic(0)
        let first = Mutex<[@Sendable () -> Void]>([])
        for _ in 0..<2 { reads.add(isWanted: { true }) { end in first.withLock { $0.append(end) } } }
        for _ in 0..<1022 {
            reads.add(isWanted: { true }) { end in
                count.add(1, ordering: .relaxed)
                end()
            }
        }
        for end in first.withLock({ $0 }) { end() }
        #expect(count.load(ordering: .relaxed) == 1022)
    }
}
