import AsyncPrimitives
import Testing

@Suite struct TokenBucketTests {
    @Test func theBurstCanBeSpentAtOnceAndWhatIsBeyondIsWaitedFor() {
        var bucket = TokenBucket(burst: .seconds(1), rate: 0.1)
        bucket.spend(.seconds(1), at: .zero)
        #expect(bucket.wait(at: .zero) == .zero)
        #expect(bucket.wait(for: .milliseconds(100), at: .zero) == .seconds(1))
        bucket.spend(.milliseconds(300), at: .zero)
        #expect(bucket.wait(at: .zero) == .seconds(3))
        #expect(bucket.wait(at: .seconds(2)) == .seconds(1))
        #expect(bucket.wait(at: .seconds(3)) == .zero)
    }

    @Test func noMoreThanTheBurstIsSavedOrGivenBack() {
        var bucket = TokenBucket(burst: .seconds(1), rate: 0.1)
        bucket.spend(.milliseconds(-500), at: .seconds(1000))
        #expect(bucket.tokens(at: .seconds(1000)) == .seconds(1))
        bucket.spend(.seconds(2), at: .seconds(1000))
        #expect(bucket.wait(at: .seconds(1000)) == .seconds(10))
        bucket.spend(.milliseconds(-500), at: .seconds(1000))
        #expect(bucket.wait(at: .seconds(1000)) == .seconds(5))
    }
}
