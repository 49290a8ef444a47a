import Synchronization
import TodayProtocol

/// Limits how often all processes of an app together call a method, whichever of them run and however often they are started
/// again.
///
/// It keeps one counter for each app and limited method that was called since the host started.
final class AppCallLimits: Sendable {
    /// How many times more often than one process all processes of its app may call a method.
    static let factor = 4

    private let limiters = Mutex<[AppID: [String: FixedWindowRateLimiter]]>([:])

    /// Counts a call.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - app: The app whose process calls.
    ///   - limit: How often one process may call the method in ten seconds.
    ///   - now: When it is called.
    /// - Returns: Whether it is within the limit of the app.
    func admit(_ method: String, of app: AppID, limit: Int, at now: ContinuousClock.Instant) -> Bool {
        limiters.withLock {
            $0[app, default: [:]][method, default: FixedWindowRateLimiter(limit: limit * Self.factor)].admit(at: now)
        }
    }
}

/// Whether a call is within its limits.
enum CallAdmission: Hashable, Sendable {
    case admitted
    /// The process has called the method too often.
    case tooManyOfProcess
    /// All processes of the app together have called it too often: more than this in ten seconds.
    case tooManyOfApp(Int)
}
