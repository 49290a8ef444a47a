import Testing

@testable import Host

@Suite struct LogAllowanceTests {
    @Test func nothingInALineCanPassForAnother() {
        var allowance = LogAllowance()
        #expect(allowance.admit("a\nb\u{1B}[2J\u{85}\u{202E}c") == "a b [2J  c")
    }

    @Test func aLineIsCut() {
        var allowance = LogAllowance()
        let line = allowance.admit(String(repeating: "e\u{301}", count: 100_000))
        #expect((line?.utf8.count ?? .max) <= LogAllowance.lineBytes + 3)
    }

    @Test func aFloodIsDroppedUntilThePeriodIsOver() {
        var allowance = LogAllowance()
        let now = ContinuousClock.now
        let kept = (0..<1000).count { _ in allowance.admit("x", at: now) != nil }
        #expect(kept == LogAllowance.lines)
        let later = allowance.admit("x", at: now + .seconds(10))
        #expect(later == "x")
    }
}
