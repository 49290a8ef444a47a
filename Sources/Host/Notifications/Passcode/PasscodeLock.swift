import AsyncPrimitives
import FoundationEssentials
package import HostClock
package import HostModel
package import HostStorage
import JSON
import Synchronization
import TodayProtocol

/// The person's passcode, which unlocks protected actions on one surface for a minute.
///
/// The hash and the number of wrong guesses are on disk, so that they survive a restart. A guess is counted before it
/// is checked, and guesses are checked one at a time.
package final class PasscodeLock: Sendable {
    /// The cost of scrypt (N): one hash takes 32 MiB and about a tenth of a second.
    package static let rounds = 1 << 15
    /// Time for which a surface stays unlocked, in seconds.
    package static let openTime = 60.0

    private static let hashKey = "passcode"
    private static let guessesKey = "passcode.guesses"
    /// Maximum number of guesses that wait to be checked.
    private static let waitingLimit = 16
    private static let openLimit = 1000

    private let store: DurableStore
    private let clock: any WallClock
    private let rounds: Int
    private let guessing = AsyncSemaphore(permits: 1, waitingLimit: waitingLimit)
    private let open = Mutex<[SurfaceID: Date]>([:])

    /// Creates a lock with its own settings of the host; `rounds` is the cost of new hashes, a power of two.
    package init(store: DurableStore, clock: any WallClock, rounds: Int = rounds) {
        self.store = store
        self.clock = clock
        self.rounds = rounds
    }

    // MARK: - State

    /// Reads the state of the passcode for a surface; fails with code `unavailable`.
    package func state(on surface: SurfaceID) async throws(PasscodeError) -> PasscodeState {
        var (hash, guesses) = try await kept()
        let now = clock.now
        _ = guesses.clampToNow(now)
        return PasscodeState(
            isSet: hash != nil,
            isUnlocked: hash != nil && isOpen(surface),
            nextTry: hash == nil ? nil : guesses.nextTry(at: now)
        )
    }

    /// Throws unless a surface was unlocked within the last minute: `notSet` without a passcode, otherwise `required`.
    package func require(on surface: SurfaceID) async throws(PasscodeError) {
        guard try await kept().hash != nil else { throw Self.notSet }
        guard isOpen(surface) else { throw PasscodeError(.required, .enterPasscodeFirst) }
    }

    /// Throws `required` if there is a passcode and a surface was not unlocked within the last minute.
    package func requireIfSet(on surface: SurfaceID) async throws(PasscodeError) {
        guard try await kept().hash != nil else { return }
        try await require(on: surface)
    }

    // MARK: - Unlocking and setting

    /// Unlocks a surface for a minute; fails with code `wrong`, `tooSoon` or `notSet`.
    package func unlock(with passcode: String, on surface: SurfaceID) async throws(PasscodeError) {
        try await serialized { () throws(PasscodeError) in
            guard try await check(passcode) else { throw Self.notSet }
            remember(surface)
        }
    }

    /// Sets or removes the passcode, and locks every surface except the one where it was set.
    ///
    /// A passcode has 4 to 128 characters; `nil` removes it. The current one is needed if there is one; a wrong one
    /// counts as a guess.
    package func set(_ passcode: String?, current: String?, on surface: SurfaceID) async throws(PasscodeError) {
        if let passcode, !PasscodeHash.characters.contains(passcode.count) {
            let range = PasscodeHash.characters
            throw PasscodeError(.invalid, .passcodeLength(range.lowerBound, most: range.upperBound))
        }
        try await serialized { () throws(PasscodeError) in
            if let current {
                _ = try await check(current)
            } else if try await kept().hash != nil {
                throw PasscodeError(.required, .enterCurrentPasscode)
            }
            guard let passcode else {
                try await keep(hash: nil, guesses: PasscodeGuesses(), auditing: .passcodeRemoved)
                open.withLock { $0 = [:] }
                return
            }
            let hash: PasscodeHash
            do { hash = try await PasscodeHash.make(passcode, rounds: rounds) } catch { throw Self.unavailable(error) }
            try await keep(hash: hash, guesses: PasscodeGuesses(), auditing: .passcodeSet)
            open.withLock { $0 = [:] }
            remember(surface)
        }
    }

    // MARK: - Guesses

    /// Counts a guess on disk, and then checks it; `false` if there is no passcode, and code `wrong` or `tooSoon`.
    private func check(_ passcode: String) async throws(PasscodeError) -> Bool {
        var (hash, guesses) = try await kept()
        guard let hash else { return false }
        let now = clock.now
        if guesses.clampToNow(now) { try await keep(hash: hash, guesses: guesses) }
        if let next = guesses.nextTry(at: now) {
            throw PasscodeError(.tooSoon, .tooManyWrongPasscodes(Self.wait(next.timeIntervalSince(now))))
        }
        guesses.count(at: now)
        try await keep(hash: hash, guesses: guesses)
        let isRight: Bool
        do {
            isRight =
                if PasscodeHash.characters.contains(passcode.count) { try await hash.matches(passcode) } else { false }
        } catch {
            throw Self.unavailable(error)
        }
        guard isRight else {
            // The guess is counted already, so a failure to write the audit log is ignored.
            _ = try? await store.commit(
                .audit(AuditEvent(.passcodeWrong, "\(guesses.wrong) wrong since the last right one"))
            )
            guard guesses.delay > 0 else { throw PasscodeError(.wrong, .wrongPasscode) }
            throw PasscodeError(.wrong, .wrongPasscodeWait(Self.wait(guesses.delay)))
        }
        try await keep(hash: hash, guesses: PasscodeGuesses())
        return true
    }

    private func serialized(_ body: () async throws(PasscodeError) -> Void) async throws(PasscodeError) {
        let permit: SemaphorePermit
        do throws(SemaphoreError) {
            permit = try await guessing.acquire()
        } catch {
            throw PasscodeError(.tooSoon, .tooManyPasscodeChecks, cause: error)
        }
        defer { permit.release() }
        try await body()
    }

    private static let notSet = PasscodeError(.notSet, .noPasscodeYet)

    private static func unavailable(_ error: any Error) -> PasscodeError {
        PasscodeError(.unavailable, .passcodeStorageFailed, cause: error)
    }

    private static func wait(_ seconds: Double) -> LocalizableText {
        let seconds = Int(seconds.rounded(.up))
        return seconds < 60 ? .waitSeconds(seconds) : .waitMinutes((seconds + 59) / 60)
    }

    // MARK: - Storage

    private func kept() async throws(PasscodeError) -> (hash: PasscodeHash?, guesses: PasscodeGuesses) {
        do {
            let (hash, guesses) = try await store.read { reader in
                (try reader.setting(Self.hashKey), try reader.setting(Self.guessesKey))
            }
            return (
                try hash.map { try JSONValue(parsing: $0).decode() },
                try guesses.map { try JSONValue(parsing: $0).decode() } ?? PasscodeGuesses()
            )
        } catch {
            throw Self.unavailable(error)
        }
    }

    private func keep(
        hash: PasscodeHash?,
        guesses: PasscodeGuesses,
        auditing kind: AuditEvent.Kind? = nil
    ) async throws(PasscodeError) {
        do {
            var operations: [StoreOperation] = [
                .setting(.set(key: Self.guessesKey, value: try JSONValue(encoding: guesses).jsonText))
            ]
            if let hash {
                let text = try JSONValue(encoding: hash).jsonText
                operations.append(.setting(.set(key: Self.hashKey, value: text)))
            } else {
                operations.append(.setting(.remove(key: Self.hashKey)))
            }
            if let kind { operations.append(.audit(AuditEvent(kind))) }
            try await store.commit(StoreTransaction(operations, origin: .person))
        } catch {
            throw Self.unavailable(error)
        }
    }

    private func isOpen(_ surface: SurfaceID) -> Bool {
        guard let since = open.withLock({ $0[surface] }) else { return false }
        return (0..<Self.openTime).contains(clock.now.timeIntervalSince(since))
    }

    private func remember(_ surface: SurfaceID) {
        let now = clock.now
        open.withLock { open in
            open = open.filter { (0..<Self.openTime).contains(now.timeIntervalSince($0.value)) }
            if open.count >= Self.openLimit { open = [:] }
            open[surface] = now
        }
    }
}

/// The number of wrong guesses, and the wait before the next one.
struct PasscodeGuesses: Codable, Hashable, Sendable {
    /// Number of wrong guesses from which the next one must wait.
    static let free = 3
    /// Maximum wait, in seconds.
    static let longestDelay = 3600.0

    var wrong = 0
    var last = Date(timeIntervalSince1970: 0)

    /// The wait after the last wrong guess, in seconds: 30 after the third, doubled for each further one.
    var delay: Double {
        guard wrong >= Self.free else { return 0 }
        return min(30 * Double(1 << min(wrong - Self.free, 16)), Self.longestDelay)
    }

    func nextTry(at now: Date) -> Date? {
        let next = last.addingTimeInterval(delay)
        return delay > 0 && next > now ? next : nil
    }

    /// Moves the last guess to the current time if the clock was set back, so that the wait does not grow; `true` then.
    mutating func clampToNow(_ now: Date) -> Bool {
        guard last > now else { return false }
        last = now
        return true
    }

    mutating func count(at now: Date) {
        wrong = min(wrong + 1, 1_000_000)
        last = now
    }
}
