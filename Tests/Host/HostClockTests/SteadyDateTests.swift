import Foundation
import HostClock
import Testing
import TodayTestSupport

/// What a date does whose clock is set.
@Suite struct SteadyDateTests {
    private let clock = SettableDate()
    private let elapsed = SettableDate(Date(timeIntervalSince1970: 0))

    @Test func itGoesOnAtThePaceOfTimeAndFollowsAClockOnlyBack() {
        let start = clock.value
        let date = SteadyDate(now: { clock.value }, elapsed: { .seconds(elapsed.value.timeIntervalSince1970) })
        func pass(_ seconds: Double, clockMoves jump: Double) -> TimeInterval {
            elapsed.advance(by: seconds)
            clock.advance(by: seconds + jump)
            return date.value.timeIntervalSince(start)
        }
        #expect(pass(10, clockMoves: 0) == 10)
        #expect(pass(10, clockMoves: 1000) == 20)
        #expect(pass(10, clockMoves: -1000) == 30)
        #expect(pass(10, clockMoves: -500) == -460)
        #expect(pass(10, clockMoves: 500) == -450)
    }
}
