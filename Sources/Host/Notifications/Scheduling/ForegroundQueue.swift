import HostStorage
import TodayProtocol

/// The notifications whose presentation is decided by apps in the foreground.
///
/// Each app is asked about one notification at a time, in order. Notifications beyond the limits are not queued, and
/// are presented by default.
struct ForegroundQueue {
    enum Admission {
        /// The notification waits, and the caller must start to ask its app.
        case startsAsking
        /// The notification waits; its app is being asked about others.
        case waits
        /// Too many notifications wait.
        case refused
    }

    /// Maximum number of waiting notifications of one app.
    static let appLimit = 16
    /// Maximum number of waiting notifications of all apps.
    static let limit = 64

    /// The generations of the waiting notifications, and of those that an app is being asked about.
    private(set) var generations: Set<Int64> = []
    private var waiting: [AppID: [ScheduledNotification]] = [:]
    private var busy: Set<AppID> = []

    mutating func add(_ scheduled: ScheduledNotification) -> Admission {
        let app = scheduled.app
        guard generations.count < Self.limit, waiting[app, default: []].count < Self.appLimit else { return .refused }
        generations.insert(scheduled.generation)
        waiting[app, default: []].append(scheduled)
        return busy.insert(app).inserted ? .startsAsking : .waits
    }

    /// Removes and returns the next notification of an app; `nil` if there is none, so that it is asked no longer.
    mutating func next(of app: AppID) -> ScheduledNotification? {
        guard var rest = waiting[app], !rest.isEmpty else {
            waiting[app] = nil
            busy.remove(app)
            return nil
        }
        let first = rest.removeFirst()
        waiting[app] = rest
        return first
    }

    mutating func finish(_ scheduled: ScheduledNotification) { generations.remove(scheduled.generation) }
}
