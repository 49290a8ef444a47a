import Synchronization
package import TodayProtocol

/// One transaction as the change feed tells it.
package struct Commit: Hashable, Sendable {
    /// The commit's place in history.
    package let revision: Revision
    /// Who asked for it.
    package let origin: ChangeOrigin
    /// What is different, in the order of the operations; never empty.
    package let changes: [StoreChange]
}

/// One thing that is different since a commit.
package enum StoreChange: Hashable, Sendable {
    /// A key of a group's shared defaults has another value; `nil` means it was removed.
    case defaults(group: GroupID, key: String, value: PropertyValue?)
    /// An app was installed, replaced by another version, or removed.
    case app(AppID)
    /// What an app may fetch from is different.
    case allowedHosts(AppID)
    /// Which widgets stand on the screen, in which order, or whether one has content is different.
    case screen
    /// A tap was recorded or finished.
    case tap(TapID)
    /// Who is signed in on the web surface is different.
    case sessions
    /// One of the host's own settings is different.
    case setting(String)
    /// Something is scheduled, rescheduled or taken back: what falls due next may be another.
    case schedule
    /// A notification is there, new or in place of what it was. It `arrives` if it is to draw attention with a banner.
    case delivered(DeliveredID, app: AppID, arrives: Bool)
    /// A notification is gone.
    case withdrawn(DeliveredID, app: AppID)
    /// An app's badge is different.
    case badge(AppID)
    /// What an app asked for or what the person allows it is different.
    case authorization(AppID)
    /// An app's categories are different.
    case categories(AppID)
    /// A response to an app's notification became pending, acknowledged or failed, or is forgotten.
    case responses(AppID)
    /// The inbox of an app lists something else, or something of a message is different.
    case messages(AppID)
    /// The cloud knows what the person did with messages of an app; they are as they were.
    case messageChangesSynced(AppID)
    /// A message is gone for good, and its body may go.
    case messageRemoved(AppID, MessageID)
    /// Somebody wants to see a body that is not on this device.
    case bodyWanted(AppID)
    /// The host is linked to another cloud or to none, or has other channels there.
    case cloudLink
    /// An inbox has to be fetched.
    case inboxStale(AppID)
    /// A push waits for its app, or the app has acknowledged one.
    case pushes(AppID)
    /// The person follows other topics.
    case topics
    /// A widget has a new snapshot, or an old one grew stale. Never made by the store itself: it is announced.
    case snapshot(WidgetID)
}

/// Who listens to the change feed, in the order they came.
final class ObserverList: Sendable {
    private struct State {
        var nextID = 0
        var observers: [(id: Int, tell: @Sendable (Commit) -> Void)] = []
    }

    private let state = Mutex(State())

    func add(_ observer: @escaping @Sendable (Commit) -> Void) -> ObservationToken {
        let id = state.withLock { state in
            state.nextID += 1
            state.observers.append((state.nextID, observer))
            return state.nextID
        }
        return ObservationToken { [weak self] in self?.remove(id) }
    }

    /// Calls every observer in turn, outside the lock, so that one may end its own observation.
    func tell(_ commit: Commit) {
        for observer in state.withLock({ $0.observers }) { observer.tell(commit) }
    }

    private func remove(_ id: Int) {
        // Let go outside the lock: an observer may hold another observation, which then ends as well.
        let removed = state.withLock { state in
            state.observers.firstIndex { $0.id == id }.map { state.observers.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }
}

/// Keeps an observation going: it ends when the token is cancelled or released.
package final class ObservationToken: Sendable {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    deinit { onCancel() }

    /// Ends the observation.
    ///
    /// A commit that is being told while this is called may still arrive.
    package func cancel() { onCancel() }
}
