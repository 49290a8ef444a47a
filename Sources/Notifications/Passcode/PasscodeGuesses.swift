import FoundationEssentials

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
