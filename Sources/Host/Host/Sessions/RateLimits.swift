import Synchronization
import TodayProtocol

/// Limits the number of events in a period, which starts with the first event.
struct FixedWindowRateLimiter {
    let limit: Int
    let period: Duration
    private var begin: ContinuousClock.Instant?
    private var count = 0

    init(limit: Int, period: Duration = .seconds(10)) {
        self.limit = limit
        self.period = period
    }

    /// Counts one event, and returns `true` if it is within the limit.
    mutating func admit(at now: ContinuousClock.Instant = .now) -> Bool {
        if begin.map({ now - $0 >= period }) ?? true {
            begin = now
            count = 0
        }
        count += 1
        return count <= limit
    }
}

/// Limits a process's lines in the host's log: at most 4 KiB each, 200 in ten seconds, and no characters that would
/// make a line look like another process's.
struct LogLimiter {
    static let lineBytes = 4096
    static let lines = 200

    private var rate = FixedWindowRateLimiter(limit: lines)

    /// Prepares a line for the log; `nil` if the process has written too many.
    mutating func admit(_ line: String, at now: ContinuousClock.Instant = .now) -> String? {
        guard rate.admit(at: now) else { return nil }
        let bytes = line.utf8.prefix(Self.lineBytes)
        return Self.harmless(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns a text with spaces for control characters, line ends, and characters that change the direction of text.
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

/// Limits how often all processes of an app together call a method, regardless of restarts.
///
/// It keeps one counter for each app and limited method that was called since the host started.
final class AppCallLimits: Sendable {
    /// The limit of all processes of an app together, as a multiple of the limit of one process.
    static let factor = 4

    private let limiters = Mutex<[AppID: [String: FixedWindowRateLimiter]]>([:])

    /// Counts a call, and returns `true` if it is within the limit of the app; `limit` is that of one process.
    func admit(_ method: String, of app: AppID, limit: Int, at now: ContinuousClock.Instant) -> Bool {
        limiters.withLock {
            $0[app, default: [:]][method, default: FixedWindowRateLimiter(limit: limit * Self.factor)].admit(at: now)
        }
    }
}
