import Foundation
import HostModel
import HostStorage
import Notifications
import Testing
import TodayProtocol
import TodayTestSupport

/// A guess counts from the moment it is made: whoever ends its check early does not get another one for it.
@Suite struct AbandonedGuessTests {
    private static let rounds = 1 << 8
    private let here = SurfaceID("here")

    /// Makes a guess whose check begins and is abandoned: hashing it fails.
    ///
    /// The number of rounds that is kept is made one that scrypt refuses, and put right again afterwards.
    private func abandon(_ guess: String, on lock: PasscodeLock, over store: DurableStore) async throws {
        let kept = try #require(try await store.read { try $0.setting("passcode") })
        let broken = kept.replacing("\"rounds\":\(Self.rounds)", with: "\"rounds\":3")
        try #require(broken != kept)
        try await store.commit(.setting(.set(key: "passcode", value: broken)))
        do throws(PasscodeError) {
            try await lock.unlock(with: guess, on: here)
            Issue.record("A guess was taken that could not be checked.")
        } catch {
            #expect(error.code == .unavailable)
        }
        try await store.commit(.setting(.set(key: "passcode", value: kept)))
    }

    /// Runs a test on a lock with the passcode 1234, at which two wrong guesses were made: one more costs a wait.
    private func withTwoGuesses(
        _ body: (PasscodeLock, DurableStore, ManualWallClock) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock()
            let store = try DurableStore(path: "\(folder)/promises.sqlite")
            let lock = PasscodeLock(store: store, clock: clock, rounds: Self.rounds)
            try await lock.set("1234", current: nil, on: SurfaceID("there"))
            for _ in 0..<2 {
                await #expect(throws: PasscodeError.self) { try await lock.unlock(with: "4321", on: here) }
            }
            try await #expect(lock.state(on: here).nextTry == nil)
            try await body(lock, store, clock)
            await store.close()
        }
    }

    @Test func aGuessWhoseCheckIsAbandonedDuringTheHashIsCountedByANewLock() async throws {
        try await withTwoGuesses { lock, store, clock in
            try await abandon("4321", on: lock, over: store)
            let next = PasscodeLock(store: store, clock: clock, rounds: Self.rounds)
            try await #expect(next.state(on: here).nextTry == clock.now.addingTimeInterval(30))
            let error = await #expect(throws: PasscodeError.self) { try await next.unlock(with: "1234", on: here) }
            #expect(error?.code == .tooSoon)
        }
    }

    @Test func theRightGuessCountsTooUntilItIsFoundRight() async throws {
        try await withTwoGuesses { lock, store, clock in
            try await abandon("1234", on: lock, over: store)
            let next = PasscodeLock(store: store, clock: clock, rounds: Self.rounds)
            try await #expect(next.state(on: here).nextTry == clock.now.addingTimeInterval(30))
            clock.advance(by: 30)
            try await next.unlock(with: "1234", on: here)
            try await #expect(next.state(on: here).nextTry == nil)
        }
    }
}
