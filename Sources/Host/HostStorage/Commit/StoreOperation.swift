package import HostModel
package import TodayProtocol

/// A change of the durable store.
///
/// The type of each case documents its invariants and refusals.
package enum StoreOperation: Hashable, Sendable {
    /// Changes shared defaults.
    case defaults(DefaultsOperation)
    /// Records or finishes a tap.
    case tap(TapOperation)
    /// Installs or removes an app.
    case app(AppOperation)
    /// Changes the hosts that an app may fetch from.
    case allowedHost(AllowedHostOperation)
    /// Changes the rights of an app that the person has revoked.
    case right(RightOperation)
    /// Changes the hosts that the actions of topic messages may reach.
    case topicHost(TopicHostOperation)
    /// Changes the widgets on the screen.
    case screen(ScreenOperation)
    /// Changes the sessions of the web surface.
    case session(SessionOperation)
    /// Changes the passkeys of devices.
    case passkey(PasskeyOperation)
    /// Changes one of the host's own settings.
    case setting(SettingOperation)
    /// Changes pending and delivered notifications.
    case notification(NotificationOperation)
    /// Changes responses to notifications.
    case response(ResponseOperation)
    /// Changes an app's notification settings.
    case authorization(AuthorizationOperation)
    /// Sets or removes the complication of an app.
    case complication(ComplicationOperation)
    /// Changes the messages of inboxes.
    case message(MessageOperation)
    /// Changes the link to the cloud, and applies events of the cloud.
    case cloud(CloudOperation)
    /// Changes the action queues of apps.
    case action(ActionOperation)
    /// Changes the times at which apps are to be started in the background.
    case scheduledWake(ScheduledWakeOperation)
    /// Changes the queues of records, and their subscriptions.
    case records(RecordOperation)
    /// Changes the secrets of the keychain.
    case keychain(KeychainOperation)
    /// Changes the subscriptions of browsers to pushes, and the outbox of pushes for them.
    case browserPush(BrowserPushOperation)
    /// Adds a hop to the trace of a notification.
    case trace(TraceNote)
    /// Adds an entry to the audit log, in addition to those that other operations add themselves.
    case audit(AuditEvent)
    /// Reports a change outside the store, such as a new snapshot, in the change feed.
    case announce(StoreChange)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .defaults(let operation): try operation.apply(in: context)
        case .tap(let operation): try operation.apply(in: context)
        case .app(let operation): try operation.apply(in: context)
        case .allowedHost(let operation): try operation.apply(in: context)
        case .right(let operation): try operation.apply(in: context)
        case .topicHost(let operation): try operation.apply(in: context)
        case .screen(let operation): try operation.apply(in: context)
        case .session(let operation): try operation.apply(in: context)
        case .passkey(let operation): try operation.apply(in: context)
        case .setting(let operation): try operation.apply(in: context)
        case .notification(let operation): try operation.apply(in: context)
        case .response(let operation): try operation.apply(in: context)
        case .authorization(let operation): try operation.apply(in: context)
        case .complication(let operation): try operation.apply(in: context)
        case .message(let operation): try operation.apply(in: context)
        case .cloud(let operation): try operation.apply(in: context)
        case .action(let operation): try operation.apply(in: context)
        case .scheduledWake(let operation): try operation.apply(in: context)
        case .records(let operation): try operation.apply(in: context)
        case .keychain(let operation): try operation.apply(in: context)
        case .browserPush(let operation): try operation.apply(in: context)
        case .trace(let note): try note.apply(in: context)
        case .audit(let event): try event.apply(in: context)
        case .announce(let change): context.record(change)
        }
    }

    /// `true` if the operation writes to the database.
    var writes: Bool {
        if case .announce = self { false } else { true }
    }

    /// `true` if the operation removes data that takes space.
    fileprivate var removes: Bool {
        switch self {
        case .app(.uninstall), .message(.delete), .message(.expire), .action(.discard), .cloud(.removeTopic): true
        case .notification(.removePending), .notification(.removeDelivered): true
        case .response(.dismiss), .response(.discard): true
        case .defaults(.remove), .defaults(.removeAll): true
        case .session(.end), .session(.endAll): true
        default: false
        }
    }
}

/// Operations that are applied atomically, in order.
package struct StoreTransaction: Hashable, Sendable {
    package var operations: [StoreOperation]
    /// The initiator, which the change feed reports.
    package var origin: ChangeOrigin

    package init(_ operations: [StoreOperation], origin: ChangeOrigin) {
        self.operations = operations
        self.origin = origin
    }

    /// `true` if a person removes something, for which space is reserved while the disk is full.
    var removesForPerson: Bool { origin == .person && operations.contains { $0.removes } }
}

/// The initiator of a change.
package enum ChangeOrigin: Hashable, Sendable {
    /// The host itself.
    case host
    /// The person, on a surface or the command line.
    case person
    /// An app's process.
    case app(AppID)
    /// A widget's process.
    case widget(WidgetID)
}

package enum OperationOutcome: Hashable, Sendable {
    /// The operation changed something.
    case changed
    /// The operation had nothing to change.
    case unchanged
    /// The operation recorded this tap.
    case recorded(TapRecord)
    /// The operation removed an app; the data of these groups, which no longer have an owner, must be deleted.
    case removed(groups: [GroupID])
    /// A tap with this id had already been recorded.
    case known(TapRecord)
    /// The operation delivered this notification.
    case delivered(DeliveredRecord)
    /// The operation recorded this response.
    case responded(ResponseRecord)
    /// The operation withdrew these actions.
    case withdrawn([ActionID])
    /// The operation marked the actions or record changes with these numbers as being delivered.
    case delivering(Set<Int64>)
}

/// The acknowledgement of a transaction that is on disk.
package struct CommitReceipt: Hashable, Sendable {
    /// The commit; if nothing changed, the preceding one.
    package let revision: Revision
    /// The outcome of each operation, in order.
    package let outcomes: [OperationOutcome]
    /// Time that the writer spent on the operations, without the shared commit.
    package let time: Duration
}
