import CloudCore
import Foundation
import NetworkAddresses
import Synchronization
import Testing

@Suite struct LimitTests {
    private final class Time: Sendable {
        private let state = Mutex(Duration.zero)
        var value: Duration { state.withLock { $0 } }
        func advance(by duration: Duration) { state.withLock { $0 += duration } }
    }

    @Test func aBucketFillsUpSteadily() {
        let time = Time()
        let limiter = RateLimiter(rate: 2, burst: 3) { time.value }
        #expect((0..<4).map { _ in limiter.take("a") } == [nil, nil, nil, 1])
        #expect(limiter.take("b") == nil)
        time.advance(by: .milliseconds(500))
        #expect(limiter.take("a") == nil)
        #expect(limiter.take("a") == 1)
        time.advance(by: .seconds(1000))
        #expect((0..<4).map { _ in limiter.take("a") } == [nil, nil, nil, 1])
    }

    @Test func whatIsGivenBackCanBeTakenAgain() {
        let limiter = RateLimiter(rate: 1, burst: 2) { .zero }
        for _ in 0..<100 {
            #expect(limiter.take("a") == nil)
            limiter.refund("a")
        }
        // Never more than the bucket's capacity, and not for another name.
        limiter.refund("a")
        limiter.refund("b")
        #expect((0..<3).map { _ in limiter.take("a") } == [nil, nil, 1])
        #expect((0..<3).map { _ in limiter.take("b") } == [nil, nil, 1])
    }

    @Test func aSlowRateTellsHowLongToWait() {
        let limiter = RateLimiter(rate: 0.1, burst: 1) { .zero }
        #expect(limiter.take("a") == nil)
        #expect(limiter.take("a") == 10)
    }

    @Test func withoutARateNothingIsBounded() {
        let limiter = RateLimiter(rate: 0, burst: 0) { .zero }
        for _ in 0..<1000 { #expect(limiter.take("a") == nil) }
    }

    @Test func manyNamesDoNotGrowItForever() {
        let limiter = RateLimiter(rate: 1, burst: 10) { .zero }
        for _ in 0..<10 { #expect(limiter.take("busy") == nil) }
        for index in 0..<(RateLimiter.bucketLimit * 2 + 5) { _ = limiter.take("\(index)") }
        #expect((1...RateLimiter.bucketLimit).contains(limiter.bucketCount))
        // Buckets that are almost full are removed first.
        #expect(limiter.take("busy") == 1)
    }

    @Test func manyBusyNamesDoNotGrowItEither() {
        let limiter = RateLimiter(rate: 1, burst: 2) { .zero }
        for index in 0..<(RateLimiter.bucketLimit + 5) {
            for _ in 0..<2 { _ = limiter.take("\(index)") }
        }
        #expect((1...RateLimiter.bucketLimit).contains(limiter.bucketCount))
    }

    @Test func whoeverWasSeenLatelyIsNotForgottenForTheManyBefore() {
        let time = Mutex(Duration.zero)
        let limiter = RateLimiter(rate: 0.001, burst: 2) { time.withLock { $0 } }
        for index in 0..<(RateLimiter.bucketLimit + 5) {
            time.withLock { $0 += .milliseconds(1) }
            for _ in 0..<2 { _ = limiter.take("\(index)") }
        }
        #expect(limiter.take("\(RateLimiter.bucketLimit - 5)") != nil)
        #expect(limiter.take("0") == nil)
        #expect((1...RateLimiter.bucketLimit).contains(limiter.bucketCount))
    }

    @Test(arguments: [
        ("127.0.0.1:80", true), ("127.1.2.3:80", true), ("[::1]:80", true), ("localhost:80", true),
        ("127.example.org:80", false),
        ("127.0.0.1.example.org:80", false), ("0.0.0.0:80", false), ("[::]:80", false),
    ])
    func aNameThatLooksLikeThisMachineIsNot(text: String, isLoopback: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.isLoopback == isLoopback)
        #expect(CloudConfiguration().isPrivate(on: address) == isLoopback)
        var configuration = CloudConfiguration()
        configuration.publicURL = "http://\(text)"
        #expect(configuration.isPrivate(on: ListenAddress(host: "::1", port: 80)) == isLoopback)
    }
}
