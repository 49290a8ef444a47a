import Synchronization
import TodayProtocol

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

/// The result of checking a call against its limits.
enum CallAdmission: Hashable, Sendable {
    case admitted
    /// The process has called the method too often.
    case tooManyOfProcess
    /// All processes of the app together have called it too often: more than this in ten seconds.
    case tooManyOfApp(Int)
}
