import FoundationEssentials
package import HostClock
package import HostStorage
import JSON
import Synchronization

/// The person's passcode: what opens for a minute, on one surface, what an action asks it for.
///
/// A slow salted hash of it and the count of wrong guesses are on disk, so that a restart forgets neither. A guess is
/// counted before it is looked at; guesses are looked at one at a time.
package final class PasscodeLock: Sendable {
    /// scrypt's cost (N): making one hash takes 32 MiB and about a tenth of a second.
    package static let rounds = 1 << 15
    /// How long a surface stays open, in seconds.
    package static let openTime = 60.0

    private static let hashKey = "passcode"
    private static let guessesKey = "passcode.guesses"
    /// How many guesses wait for their turn.
    private static let waitingLimit = 16
    /// How many surfaces are remembered to be open.
    private static let openLimit = 1000

    private let store: DurableStore
    private let clock: any WallClock
    private let rounds: Int
    private let turns = Turns(limit: waitingLimit)
    private let open = Mutex<[SurfaceID: Date]>([:])

    /// Makes the lock over what is kept.
    ///
    /// - Parameters:
    ///   - store: Keeps hash and guesses among the host's settings.
    ///   - clock: The clock that waits are measured with.
    ///   - rounds: What a new hash costs, a power of two; tests take less.
    package init(store: DurableStore, clock: any WallClock, rounds: Int = rounds) {
        self.store = store
        self.clock = clock
        self.rounds = rounds
    }

    // MARK: - Asking

    /// What a surface has to know.
    ///
    /// - Throws: ``PasscodeError`` with code `unavailable`.
    package func state(on surface: SurfaceID) async throws(PasscodeError) -> PasscodeState {
        var (hash, guesses) = try await kept()
        let now = clock.now
        _ = guesses.settle(at: now)
        return PasscodeState(
            isSet: hash != nil,
            isUnlocked: hash != nil && isOpen(surface),
            nextTry: hash == nil ? nil : guesses.nextTry(at: now)
        )
    }

    /// Fails unless the passcode was given on a surface within the last minute.
    ///
    /// - Throws: ``PasscodeError`` with code `notSet` if there is none, `required` if it has to be given.
    package func require(on surface: SurfaceID) async throws(PasscodeError) {
        guard try await kept().hash != nil else { throw Self.notSet }
        guard isOpen(surface) else { throw PasscodeError(.required, "Give the passcode first.") }
    }

    // MARK: - Giving

    /// Takes the passcode on a surface, where it then holds for a minute.
    ///
    /// - Throws: ``PasscodeError`` with code `wrong`, `tooSoon` or `notSet`.
    package func unlock(with passcode: String, on surface: SurfaceID) async throws(PasscodeError) {
        try await alone { () throws(PasscodeError) in
            guard try await check(passcode) else { throw Self.notSet }
            remember(surface)
        }
    }

    /// Sets the passcode or removes it; every surface is closed then, but the one where it was set.
    ///
    /// - Parameters:
    ///   - passcode: The new one, 4 to 128 characters; none removes it.
    ///   - current: The present one, if there is one.
    ///   - surface: Where.
    /// - Throws: ``PasscodeError``; a wrong present one counts as a guess.
    package func set(
        _ passcode: String?,
        current: String?,
        on surface: SurfaceID
    ) async throws(PasscodeError) {
        if let passcode, !PasscodeHash.characters.contains(passcode.count) {
            let range = PasscodeHash.characters
            throw PasscodeError(
                .invalid,
                "A passcode has \(range.lowerBound) to \(range.upperBound) characters."
            )
        }
        try await alone { () throws(PasscodeError) in
            if let current {
                _ = try await check(current)
            } else if try await kept().hash != nil {
                throw PasscodeError(.required, "Give the present passcode as well.")
            }
            guard let passcode else {
                try await keep(hash: nil, guesses: PasscodeGuesses())
                open.withLock { $0 = [:] }
                return
            }
            let hash: PasscodeHash
            do { hash = try await PasscodeHash.make(passcode, rounds: rounds) } catch { throw Self.unavailable(error) }
            try await keep(hash: hash, guesses: PasscodeGuesses())
            open.withLock { $0 = [:] }
            remember(surface)
        }
    }

    // MARK: - Guesses

    /// Checks a guess; counted on disk before it is looked at.
    ///
    /// - Returns: `false` if there is no passcode.
    /// - Throws: `wrong` or `tooSoon`.
    private func check(_ passcode: String) async throws(PasscodeError) -> Bool {
        var (hash, guesses) = try await kept()
        guard let hash else { return false }
        let now = clock.now
        if guesses.settle(at: now) { try await keep(hash: hash, guesses: guesses) }
        if let next = guesses.nextTry(at: now) {
            throw PasscodeError(
                .tooSoon,
                "It was guessed wrong too often; the next guess is taken in \(Self.time(next.timeIntervalSince(now)))."
            )
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
            let wait = guesses.delay > 0 ? " The next guess is taken in \(Self.time(guesses.delay))." : ""
            throw PasscodeError(.wrong, "That is not the passcode.\(wait)")
        }
        try await keep(hash: hash, guesses: PasscodeGuesses())
        return true
    }

    private func alone(_ body: () async throws(PasscodeError) -> Void) async throws(PasscodeError) {
        guard try await turns.run(body) != nil else {
            throw PasscodeError(.tooSoon, "Too many guesses wait to be looked at; try again in a moment.")
        }
    }

    private static let notSet = PasscodeError(
        .notSet,
        "There is no passcode yet; set one in Settings or with \"today passcode\"."
    )

    private static func unavailable(_ error: any Error) -> PasscodeError {
        PasscodeError(.unavailable, "The passcode cannot be read or kept; the log says why.", cause: error)
    }

    private static func time(_ seconds: Double) -> String {
        let seconds = Int(seconds.rounded(.up))
        let minutes = (seconds + 59) / 60
        if seconds < 60 { return seconds == 1 ? "a second" : "\(seconds) seconds" }
        return minutes == 1 ? "a minute" : "\(minutes) minutes"
    }

    // MARK: - What is kept

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

    private func keep(hash: PasscodeHash?, guesses: PasscodeGuesses) async throws(PasscodeError) {
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

/// How often a passcode was guessed wrong, and when the next guess is taken.
struct PasscodeGuesses: Codable, Hashable, Sendable {
    /// How many guesses are taken without waiting.
    static let free = 3
    /// The longest wait, in seconds.
    static let longestDelay = 3600.0

    /// The wrong guesses since the last right one.
    var wrong = 0
    /// When the last of them was made.
    var last = Date(timeIntervalSince1970: 0)

    /// How long the next guess has to wait after the last wrong one, in seconds: 30 after the third, then each time
    /// twice as long, up to an hour.
    var delay: Double {
        guard wrong >= Self.free else { return 0 }
        return min(30 * Double(1 << min(wrong - Self.free, 16)), Self.longestDelay)
    }

    /// When the next guess is taken; none if it is at once.
    func nextTry(at now: Date) -> Date? {
        let next = last.addingTimeInterval(delay)
        return delay > 0 && next > now ? next : nil
    }

    /// Keeps the wait as long as it is where the clock was set back.
    ///
    /// - Returns: Whether it was.
    mutating func settle(at now: Date) -> Bool {
        guard last > now else { return false }
        last = now
        return true
    }

    /// Counts a wrong guess.
    mutating func count(at now: Date) {
        wrong = min(wrong + 1, 1_000_000)
        last = now
    }
}
