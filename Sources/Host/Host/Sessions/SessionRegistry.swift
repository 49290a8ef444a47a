import AsyncPrimitives
import HostModel
import HostStorage
import ProcessHost
import TodayProtocol

final class SessionRegistry: HostPart {
    private let sessions = WeakList<ProcessSession>()
    private let store: DurableStore

    init(store: DurableStore) { self.store = store }

    func add(_ session: ProcessSession) { sessions.add(session) }

    var all: [ProcessSession] { sessions.all }

    /// The session of an app's own process, if it runs.
    func session(of app: AppID) -> ProcessSession? { all.first { $0.rights.app == app && $0.rights.kind == .app } }

    /// Gives every session the current rights of its process.
    func appsDidChange(_ registry: AppRegistry) {
        for session in all {
            let rights = session.rights
            guard !rights.isCandidate else { continue }
            let identity: ProcessIdentity =
                rights.widget.map { .widget($0, of: rights.app) } ?? .app(rights.app)
            session.setRights(registry.rights(of: identity) ?? .none(of: identity))
        }
    }

    func didCommit(_ commit: Commit) {
        notifyDefaults(after: commit)
        notifySettings(after: commit)
        notifyUnreadCounts(after: commit)
    }

    /// Notifies the processes of apps whose notification settings a commit changed; they are read after the commit.
    private func notifySettings(after commit: Commit) {
        for case .authorization(let app) in commit.changes {
            let sessions = all.filter { $0.rights.app == app }
            guard !sessions.isEmpty else { continue }
            store.enqueueRead {
                try $0.notificationSettings(of: app).inForce
            } completion: { result in
                guard case .success(let settings) = result else { return }
                for session in sessions { session.notify(SettingsChangedNotification(notifications: settings)) }
            }
        }
    }

    /// Notifies the apps whose inboxes a commit changed how many messages are unread, which is read after the commit.
    private func notifyUnreadCounts(after commit: Commit) {
        var notified: Set<AppID> = []
        for case .messages(let app) in commit.changes where notified.insert(app).inserted {
            guard let session = session(of: app), session.rights.mayReceivePushes else { continue }
            store.enqueueRead {
                try $0.unread(of: app)
            } completion: { result in
                guard case .success(let unread) = result else { return }
                session.notify(MessagesChangedNotification(unread: unread))
            }
        }
    }

    private func notifyDefaults(after commit: Commit) {
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
        for session in all { session.notify(changes) }
    }
}
