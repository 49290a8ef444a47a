import Testing

@testable import Host

@Suite struct LogLimiterTests {
    @Test func nothingInALineCanPassForAnother() {
        var allowance = LogLimiter()
        #expect(allowance.admit("a\nb\u{1B}[2J\u{85}\u{202E}c") == "a b [2J  c")
    }

    @Test func aLineIsCut() {
        var allowance = LogLimiter()
        let line = allowance.admit(String(repeating: "e\u{301}", count: 100_000))
        #expect((line?.utf8.count ?? .max) <= LogLimiter.lineBytes + 3)
    }

    @Test func aFloodIsDroppedUntilThePeriodIsOver() {
        var allowance = LogLimiter()
        let now = ContinuousClock.now
        let kept = (0..<1000).count { _ in allowance.admit("x", at: now) != nil }
        #expect(kept == LogLimiter.lines)
        let later = allowance.admit("x", at: now + .seconds(10))
        #expect(later == "x")
    }
}
