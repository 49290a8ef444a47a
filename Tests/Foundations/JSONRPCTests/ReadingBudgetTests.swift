import JSONRPC
import Testing

@Suite struct ReadingBudgetTests {
    @Test func theBurstCanBeSpentAtOnceAndWhatIsBeyondIsWaitedFor() {
        var budget = ReadingBudget(burst: .seconds(1), share: 0.1)
        budget.spend(.seconds(1), at: .zero)
        #expect(budget.wait(at: .zero) == .zero)
        budget.spend(.milliseconds(300), at: .zero)
        #expect(budget.wait(at: .zero) == .seconds(3))
        #expect(budget.wait(at: .seconds(2)) == .seconds(1))
        #expect(budget.wait(at: .seconds(3)) == .zero)
    }

    @Test func connectionsThatShareABudgetWaitForOneAnother() {
        let all = ReadingMeter(ReadingBudget(burst: .seconds(3), share: 0.1))
        let meters = (0..<2).map { _ in ReadingMeter(ReadingBudget(burst: .seconds(2), share: 0.1), within: all) }
        meters[0].charge(.seconds(2))
        #expect(meters[1].wait == .zero)
        // Each is within its own budget, and both together are not.
        meters[1].charge(.milliseconds(1900))
        #expect(meters[0].wait > .seconds(8) && meters[1].wait > .seconds(8))
    }

    @Test func noMoreThanTheBurstIsSaved() {
        var budget = ReadingBudget(burst: .seconds(1), share: 0.1)
        budget.spend(.seconds(2), at: .seconds(1000))
        #expect(budget.wait(at: .seconds(1000)) == .seconds(10))
    }
}
