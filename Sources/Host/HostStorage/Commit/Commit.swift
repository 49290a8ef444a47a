package import HostModel
import Synchronization
package import TodayProtocol

/// A committed transaction, as the change feed reports it.
package struct Commit: Hashable, Sendable {
    package let revision: Revision
    package let origin: ChangeOrigin
    package let changes: [StoreChange]
}

package enum StoreChange: Hashable, Sendable {
    /// A key of a group's shared defaults changed; `nil` if it was removed.
    case defaults(group: GroupID, key: String, value: PropertyValue?)
    /// An app was installed, replaced by another version, or removed.
    case app(AppID)
    /// The hosts that an app may fetch from changed.
    case allowedHosts(AppID)
    /// The person revoked rights of an app, or gave them back.
    case rights(AppID)
    /// The widgets on the screen, their order, or the presence of their content changed.
    case screen
    /// An app reports content for a widget on the screen; the widget is to be updated.
    case newContent(WidgetID)
    /// A tap was recorded or finished.
    case tap(TapID)
    /// The sessions of the web surface, or the passkeys of devices, changed.
    case sessions
    case audit
    case setting(String)
    /// A notification was scheduled, rescheduled or removed, which may change the next due time.
    case schedule
    /// A notification was delivered or replaced; `arrives` is `true` if it shows a banner.
    case delivered(DeliveredID, app: AppID, arrives: Bool)
    case withdrawn(DeliveredID, app: AppID)
    case badge(AppID)
    case authorization(AppID)
    case categories(AppID)
    /// A response to an app's notification became pending, acknowledged or failed, or was deleted.
    case responses(AppID)
    /// An app's complication changed; `nil` if it was removed.
    case complication(AppID, Complication?)
    case messages(AppID)
    /// The cloud has received the person's changes of messages; the messages did not change.
    case messageChangesSynced(AppID)
    /// A message or its body was removed; the body's files can be deleted.
    case messageRemoved(AppID, MessageID)
    /// A dropped body was requested again.
    case bodyWanted(AppID)
    /// The link to the cloud, or a channel, changed.
    case cloudLink
    case inboxStale(AppID)
    /// The person answered a push on this device, which must be reported to the cloud.
    case pushAnswers
    /// A push of an app was queued or acknowledged.
    case pushes(AppID)
    /// The process that made the change requests an update of a widget; the update shows the commit.
    case reload(WidgetReload)
    /// An app found new data after a push.
    case newData(AppID)
    /// The subscribed topics or the muted topics changed.
    case topics
    /// The messages in the feed of a topic changed.
    case topicMessages(String)
    /// An action in an app's queue was added, processed, withdrawn, discarded or retried, or an attempt failed.
    case actions(AppID, GroupID)
    /// An app ran without a change of its actions, which may change the time at which the person is asked to open it.
    case appRun(AppID)
    /// The time at which an app is to be started changed.
    case scheduledWake(AppID)
    /// Changes of a container's records were queued, or have been sent.
    case recordQueue(String)
    /// The subscriptions to records of a container changed, here or in the cloud.
    case recordSubscriptions(String)
    /// Failures of an app's records were queued or acknowledged.
    case recordFailures(AppID)
    /// The subscriptions of browsers to pushes, or the pushes that wait for them, changed.
    case browserPushes
    /// A widget has a new snapshot, or its snapshot became stale; the screen announces it.
    case snapshot(WidgetID)
}

/// A process's request to update a widget after its changes.
package struct WidgetReload: Hashable, Sendable {
    package var widget: WidgetID
    /// `true` if a person waits for it, so that the widget is updated at once even if no page shows it.
    package var isUrgent: Bool

    package init(_ widget: WidgetID, isUrgent: Bool) {
        self.widget = widget
        self.isUrgent = isUrgent
    }
}

/// The observers of the change feed, in the order of their registration.
final class ObserverList: Sendable {
    private struct State {
        var nextID = 0
        var observers: [(id: Int, notify: @Sendable (Commit) -> Void)] = []
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

    /// Calls every observer in order, outside the lock, so that an observer may cancel its own observation.
    func notify(_ commit: Commit) {
        for observer in state.withLock({ $0.observers }) { observer.notify(commit) }
    }

    private func remove(_ id: Int) {
        // Released outside the lock: an observer may own another observation, which then ends too.
        let removed = state.withLock { state in
            state.observers.firstIndex { $0.id == id }.map { state.observers.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }
}

/// The handle of an observation, which ends when the token is cancelled or released.
package final class ObservationToken: Sendable {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    deinit { onCancel() }

    /// Ends the observation; it may still receive a commit that is being reported during the call.
    package func cancel() { onCancel() }
}
