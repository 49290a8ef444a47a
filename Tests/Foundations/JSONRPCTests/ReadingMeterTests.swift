import AsyncPrimitives
import JSONRPC
import Testing

@Suite struct ReadingMeterTests {
    @Test func connectionsThatShareABudgetWaitForOneAnother() {
        let all = ReadingMeter(TokenBucket(burst: .seconds(3), rate: 0.1))
        let meters = (0..<2).map { _ in ReadingMeter(TokenBucket(burst: .seconds(2), rate: 0.1), within: all) }
        meters[0].charge(.seconds(2))
        #expect(meters[1].wait == .zero)
        // Each is within its own budget, and both together are not.
        meters[1].charge(.milliseconds(1900))
        #expect(meters[0].wait > .seconds(8) && meters[1].wait > .seconds(8))
    }
}
