import HostStorage
import Synchronization
import TodayProtocol

/// Every running session, told of what changes.
final class SessionRegistry: Sendable {
    private struct Entry {
        weak var session: ProcessSession?
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    func add(_ session: ProcessSession) {
        entries.withLock { entries in
            for (key, entry) in entries where entry.session == nil { entries[key] = nil }
            entries[ObjectIdentifier(session)] = Entry(session: session)
        }
    }

    /// The sessions that run.
    var all: [ProcessSession] { entries.withLock { $0.values.compactMap(\.session) } }

    /// The session of an app itself, if it runs.
    func session(of app: AppID) -> ProcessSession? {
        all.first { $0.rights.app == app && $0.rights.kind == .app }
    }

    /// Tells the sessions of apps whose settings a commit changed what is in force now.
    ///
    /// Called on the store's writer; what is read is read after it.
    func notifySettings(after commit: Commit, readFrom store: DurableStore) {
        for case .authorization(let app) in commit.changes {
            let sessions = all.filter { $0.rights.app == app }
            guard !sessions.isEmpty else { continue }
            store.enqueueRead {
                try $0.notificationSettings(of: app).inForce
            } completion: { result in
                guard case .success(let settings) = result else { return }
                for session in sessions { session.tell(SettingsChangedNotification(notifications: settings)) }
            }
        }
    }

    /// Tells the apps whose inboxes a commit changed how many messages are unread now.
    ///
    /// Called on the store's writer; what is read is read after it.
    func notifyUnreadCounts(after commit: Commit, readFrom store: DurableStore) {
        var told: Set<AppID> = []
        for case .messages(let app) in commit.changes where told.insert(app).inserted {
            guard let session = session(of: app), session.rights.mayReceivePushes else { continue }
            store.enqueueRead {
                try $0.unread(of: app)
            } completion: { result in
                guard case .success(let unread) = result else { return }
                session.tell(MessagesChangedNotification(unread: unread))
            }
        }
    }

    /// Tells every session of a commit.
    ///
    /// Called on the store's writer, before the commit's revision shows: what a process is asked later it is asked
    /// after it was told.
    func tell(_ commit: Commit) {
        var groups: [GroupID: DefaultsChangedNotification] = [:]
        for case .defaults(let group, let key, let value) in commit.changes {
            let change = DefaultsChangedNotification(
                group: group,
                revision: commit.revision,
                values: value.map { [key: $0] } ?? [:],
                removed: value == nil ? [key] : []
            )
            groups[group] = groups[group].map { $0.merged(with: change) } ?? change
        }
        guard !groups.isEmpty else { return }
        let changes = groups.values.sorted { $0.group < $1.group }
        for session in all { session.tell(changes) }
    }
}
