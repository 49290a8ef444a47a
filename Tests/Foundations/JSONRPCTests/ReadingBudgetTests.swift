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

    @Test func noMoreThanTheBurstIsSaved() {
        var budget = ReadingBudget(burst: .seconds(1), share: 0.1)
        budget.spend(.seconds(2), at: .seconds(1000))
        #expect(budget.wait(at: .seconds(1000)) == .seconds(10))
    }
}
