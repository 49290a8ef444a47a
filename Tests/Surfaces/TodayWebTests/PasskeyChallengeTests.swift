import Testing
import TodayTestSupport

@testable import TodayWeb

/// The challenges that passkeys sign.
@Suite struct PasskeyChallengeTests {
    @Test func aChallengeCanBeUsedForFiveMinutes() {
        let date = SettableDate()
        let challenges = PasskeyChallenges(now: { date.value })
        let challenge = challenges.make(for: .signingIn)
        #expect(challenge.count == 75)
        date.advance(by: Double(PasskeyChallenges.lifetime))
        #expect(challenges.isOpen(challenge, for: .signingIn))
        date.advance(by: 1)
        #expect(!challenges.isOpen(challenge, for: .signingIn) && !challenges.use(challenge, for: .signingIn))
    }

    @Test func aChallengeIsOfOneHostForOnePurposeAndOnce() {
        let challenges = PasskeyChallenges()
        let challenge = challenges.make(for: .adding(to: "a"))
        for purpose in [PasskeyChallenges.Purpose.signingIn, .adding(to: "b"), .adding(to: "")] {
            #expect(!challenges.isOpen(challenge, for: purpose) && !challenges.use(challenge, for: purpose))
        }
        #expect(!PasskeyChallenges().isOpen(challenge, for: .adding(to: "a")))
        let other = (challenge.hasPrefix("B") ? "C" : "B") + challenge.dropFirst()
        let altered = [challenge + "A", String(challenge.dropLast()), other, "", "A+/"]
        for text in altered { #expect(!challenges.isOpen(text, for: .adding(to: "a")), "\(text)") }
        #expect(challenges.use(challenge, for: .adding(to: "a")))
        #expect(!challenges.use(challenge, for: .adding(to: "a")))
        #expect(!challenges.isOpen(challenge, for: .adding(to: "a")))
    }

    @Test func aFloodOfChallengesTakesNobodysPlace() {
        let date = SettableDate()
        let challenges = PasskeyChallenges(now: { date.value })
        let first = challenges.make(for: .signingIn)
        for _ in 0..<10_000 { _ = challenges.make(for: .signingIn) }
        #expect(challenges.isOpen(first, for: .signingIn))
        // What is remembered is bounded, and refused beyond that until the first ones end.
        for _ in 0..<PasskeyChallenges.limit {
            #expect(challenges.use(challenges.make(for: .signingIn), for: .signingIn))
        }
        #expect(!challenges.use(first, for: .signingIn))
        date.advance(by: Double(PasskeyChallenges.lifetime) + 1)
        #expect(challenges.use(challenges.make(for: .signingIn), for: .signingIn))
    }
}
