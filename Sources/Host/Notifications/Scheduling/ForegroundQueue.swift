import HostStorage
import TodayProtocol

/// The notifications that wait for their app's word on how they show; a value.
///
/// Each app is asked about one at a time, in order. An app about which too many wait is not asked about more: those show
/// as always.
struct ForegroundQueue {
    /// Tells a request from one that took its place.
    struct Key: Hashable {
        var app: AppID
        var identifier: String
        var generation: Int64

        init(_ scheduled: ScheduledNotification) {
            app = scheduled.app
            identifier = scheduled.request.identifier
            generation = scheduled.generation
        }
    }

    /// What became of a notification that was added.
    enum Admission {
        /// It waits, and somebody has to begin to ask its app.
        case startsAsking
        /// It waits, and its app is being asked about others.
        case waits
        /// Too many wait.
        case refused
    }

    /// How many notifications of one app wait.
    static let appLimit = 16
    /// How many notifications wait in all.
    static let limit = 64

    /// The notifications that wait or that an app is being asked about.
    private(set) var keys: Set<Key> = []
    private var waiting: [AppID: [ScheduledNotification]] = [:]
    private var busy: Set<AppID> = []

    /// Adds a notification.
    ///
    /// - Returns: What became of it.
    mutating func add(_ scheduled: ScheduledNotification) -> Admission {
        let app = scheduled.app
        guard keys.count < Self.limit, waiting[app, default: []].count < Self.appLimit else { return .refused }
        keys.insert(Key(scheduled))
        waiting[app, default: []].append(scheduled)
        return busy.insert(app).inserted ? .startsAsking : .waits
    }

    /// Takes the next notification of an app; with none left the app is no longer being asked.
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

    /// Notes that a notification was seen to.
    mutating func finish(_ scheduled: ScheduledNotification) { keys.remove(Key(scheduled)) }
}
