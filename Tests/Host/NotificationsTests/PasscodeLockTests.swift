import Foundation
import HostModel
import HostStorage
import Logging
import Notifications
import Testing
import TodayProtocol
import TodayTestSupport

/// The passcode: where it holds, how long, and what guessing costs.
@Suite(.timeLimit(.minutes(10))) struct PasscodeLockTests {
    private let here = SurfaceID("here")
    private let there = SurfaceID("there")

    private func withLock(
        in folder: String,
        clock: ManualWallClock,
        _ body: (PasscodeLock) async throws -> Void
    ) async throws {
        let store = try DurableStore(path: "\(folder)/promises.sqlite")
        try await body(PasscodeLock(store: store, clock: clock, rounds: 1 << 8))
        await store.close()
    }

    private func expectRefusal(
        _ code: PasscodeError.Code,
        _ part: String? = nil,
        _ body: () async throws(PasscodeError) -> Void
    ) async {
        do throws(PasscodeError) {
            try await body()
            Issue.record("It was taken.")
        } catch {
            #expect(error.code == code)
            if let part { #expect(error.message.contains(part), "\(error.message)") }
        }
    }

    @Test func withoutAPasscodeNothingOpens() async throws {
        try await withTemporaryDirectory { folder in
            try await withLock(in: folder, clock: ManualWallClock()) { lock in
                try await #expect(lock.state(on: here) == PasscodeState(isSet: false, isUnlocked: false, nextTry: nil))
                await expectRefusal(.notSet) { () throws(PasscodeError) in try await lock.require(on: here) }
                try await lock.requireIfSet(on: here)
                await expectRefusal(.notSet) { () throws(PasscodeError) in
                    try await lock.unlock(with: "1234", on: here)
                }
            }
        }
    }

    @Test func aSurfaceStaysOpenForAMinuteAndNoOtherDoes() async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock()
            try await withLock(in: folder, clock: clock) { lock in
                try await lock.set("1234", current: nil, on: there)
                try await #expect(lock.state(on: there).isUnlocked)
                try await lock.requireIfSet(on: there)
                await expectRefusal(.required) { () throws(PasscodeError) in try await lock.requireIfSet(on: here) }
                clock.advance(by: 60)
                await expectRefusal(.required) { () throws(PasscodeError) in try await lock.requireIfSet(on: there) }
                await expectRefusal(.required) { () throws(PasscodeError) in try await lock.require(on: there) }
                try await lock.unlock(with: "1234", on: here)
                clock.advance(by: 59)
                try await lock.require(on: here)
                await expectRefusal(.required) { () throws(PasscodeError) in try await lock.require(on: there) }
                clock.advance(by: 1)
                await expectRefusal(.required) { () throws(PasscodeError) in try await lock.require(on: here) }
            }
        }
    }

    @Test func aClockThatIsSetBackDoesNotKeepASurfaceOpen() async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock()
            try await withLock(in: folder, clock: clock) { lock in
                try await lock.set("1234", current: nil, on: here)
                clock.set(clock.now.addingTimeInterval(-3600), zone: .gmt)
                try await #expect(!lock.state(on: here).isUnlocked)
            }
        }
    }

    @Test func threeGuessesAreFreeAndEachFurtherWaitIsTwiceAsLong() async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock()
            try await withLock(in: folder, clock: clock) { lock in
                try await lock.set("correct horse", current: nil, on: there)
                for _ in 0..<2 {
                    await expectRefusal(.wrong, "not the passcode.") { () throws(PasscodeError) in
                        try await lock.unlock(with: "x", on: here)
                    }
                    try await #expect(lock.state(on: here).nextTry == nil)
                }
                for delay in [30.0, 60, 120, 240, 480, 960, 1920, 3600, 3600] {
                    await expectRefusal(.wrong, "Try again in") { () throws(PasscodeError) in
                        try await lock.unlock(with: "x", on: here)
                    }
                    try await #expect(lock.state(on: here).nextTry == clock.now.addingTimeInterval(delay))
                    clock.advance(by: delay - 1)
                    // Not even the right one is looked at, and it costs nothing.
                    await expectRefusal(.tooSoon, "in a second") { () throws(PasscodeError) in
                        try await lock.unlock(with: "correct horse", on: here)
                    }
                    clock.advance(by: 1)
                }
                try await lock.unlock(with: "correct horse", on: here)
                try await #expect(lock.state(on: here) == PasscodeState(isSet: true, isUnlocked: true, nextTry: nil))
                await expectRefusal(.wrong) { () throws(PasscodeError) in try await lock.unlock(with: "x", on: here) }
                try await #expect(lock.state(on: here).nextTry == nil)
            }
        }
    }

    @Test func aRestartForgetsNeitherThePasscodeNorTheGuesses() async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock()
            try await withLock(in: folder, clock: clock) { lock in
                try await lock.set("1234", current: nil, on: here)
                for _ in 0..<3 {
                    await expectRefusal(.wrong) { () throws(PasscodeError) in
                        try await lock.unlock(with: "4321", on: here)
                    }
                }
            }
            try await withLock(in: folder, clock: clock) { lock in
                let state = try await lock.state(on: here)
                #expect(
                    state == PasscodeState(isSet: true, isUnlocked: false, nextTry: clock.now.addingTimeInterval(30))
                )
                await expectRefusal(.tooSoon, "30 seconds") { () throws(PasscodeError) in
                    try await lock.unlock(with: "1234", on: here)
                }
                clock.advance(by: 30)
                try await lock.unlock(with: "1234", on: here)
            }
        }
    }

    @Test func aClockThatIsSetBackMakesNoWaitLonger() async throws {
        try await withTemporaryDirectory { folder in
            let clock = ManualWallClock()
            try await withLock(in: folder, clock: clock) { lock in
                try await lock.set("1234", current: nil, on: there)
                for _ in 0..<3 {
                    await expectRefusal(.wrong) { () throws(PasscodeError) in
                        try await lock.unlock(with: "4321", on: here)
                    }
                }
                clock.set(clock.now.addingTimeInterval(-86_400), zone: .gmt)
                await expectRefusal(.tooSoon) { () throws(PasscodeError) in
                    try await lock.unlock(with: "1234", on: here)
                }
                clock.advance(by: 30)
                try await lock.unlock(with: "1234", on: here)
            }
        }
    }

    @Test func changingItNeedsThePresentOneAndClosesOtherSurfaces() async throws {
        try await withTemporaryDirectory { folder in
            try await withLock(in: folder, clock: ManualWallClock()) { lock in
                try await lock.set("1234", current: nil, on: there)
                await expectRefusal(.required) { () throws(PasscodeError) in
                    try await lock.set("5678", current: nil, on: here)
                }
                await expectRefusal(.required) { () throws(PasscodeError) in
                    try await lock.set(nil, current: nil, on: here)
                }
                await expectRefusal(.wrong) { () throws(PasscodeError) in
                    try await lock.set("5678", current: "0000", on: here)
                }
                try await lock.set("5678", current: "1234", on: here)
                try await #expect(lock.state(on: here).isUnlocked)
                try await #expect(!lock.state(on: there).isUnlocked)
                await expectRefusal(.wrong) { () throws(PasscodeError) in
                    try await lock.unlock(with: "1234", on: there)
                }
                try await lock.set(nil, current: "5678", on: here)
                try await #expect(lock.state(on: here) == PasscodeState(isSet: false, isUnlocked: false, nextTry: nil))
            }
        }
    }

    @Test(arguments: ["", "123", String(repeating: "1", count: 129)])
    func aPasscodeHasFourTo128Characters(passcode: String) async throws {
        try await withTemporaryDirectory { folder in
            try await withLock(in: folder, clock: ManualWallClock()) { lock in
                await expectRefusal(.invalid, "4 to 128") { () throws(PasscodeError) in
                    try await lock.set(passcode, current: nil, on: here)
                }
            }
        }
    }

    @Test func oneCharacterWrittenInTwoWaysIsOne() async throws {
        try await withTemporaryDirectory { folder in
            try await withLock(in: folder, clock: ManualWallClock()) { lock in
                try await lock.set("caf\u{E9}", current: nil, on: there)
                try await lock.unlock(with: "cafe\u{301}", on: here)
            }
        }
    }

    @Test func guessesAtTheSameTimeAreCountedOneAfterAnother() async throws {
        try await withTemporaryDirectory { folder in
            try await withLock(in: folder, clock: ManualWallClock()) { lock in
                try await lock.set("1234", current: nil, on: there)
                let codes = await withTaskGroup(of: PasscodeError.Code?.self) { group in
                    for _ in 0..<12 {
                        group.addTask {
                            do throws(PasscodeError) {
                                try await lock.unlock(with: "4321", on: SurfaceID("x"))
                                return nil
                            } catch {
                                return error.code
                            }
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                #expect(codes.count { $0 == .wrong } == 3)
                #expect(codes.count { $0 == .tooSoon } == 9)
            }
        }
    }

    @Test func thePasscodeItselfIsNotKept() async throws {
        try await withTemporaryDirectory { folder in
            let store = try DurableStore(path: "\(folder)/promises.sqlite")
            try await PasscodeLock(store: store, clock: ManualWallClock()).set("sesame open", current: nil, on: here)
            let kept = try #require(try await store.read { try $0.setting("passcode") })
            #expect(!kept.contains("sesame"))
            #expect(kept.contains("scrypt"))
            await store.close()
        }
    }
}
