/// Limits how often something may happen in a period, which starts with the first time.
struct FixedWindowRateLimiter {
    let limit: Int
    let period: Duration
    private var begin: ContinuousClock.Instant?
    private var count = 0

    init(limit: Int, period: Duration = .seconds(10)) {
        self.limit = limit
        self.period = period
    }

    /// Counts one event.
    ///
    /// - Parameter now: When it happens.
    /// - Returns: Whether it is within the limit.
    mutating func admit(at now: ContinuousClock.Instant = .now) -> Bool {
        if begin.map({ now - $0 >= period }) ?? true {
            begin = now
            count = 0
        }
        count += 1
        return count <= limit
    }
}

/// Limits what a process writes to the host's log: lines of at most 4 KiB, 200 in ten seconds, and no characters that would
/// make a line look like another process's.
struct LogLimiter {
    /// How long a line may be, in bytes.
    static let lineBytes = 4096
    /// How many lines there may be in ten seconds.
    static let lines = 200

    private var rate = FixedWindowRateLimiter(limit: lines)

    /// Prepares a line for the log.
    ///
    /// - Parameters:
    ///   - line: What the process wrote.
    ///   - now: When it wrote it.
    /// - Returns: The line; `nil` if the process has written too many.
    mutating func admit(_ line: String, at now: ContinuousClock.Instant = .now) -> String? {
        guard rate.admit(at: now) else { return nil }
        let bytes = line.utf8.prefix(Self.lineBytes)
        return Self.harmless(String(decoding: bytes, as: UTF8.self))
    }

    /// A text in which spaces stand for control characters, ends of lines, and characters that change the direction of text.
    static func harmless(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map(Self.visible)))
    }

    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: " "
        default: scalar
        }
    }
}
