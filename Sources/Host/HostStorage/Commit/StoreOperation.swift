package import HostModel
package import TodayProtocol

/// A change of the durable store.
///
/// The type of each case documents what it changes, its invariants and its refusals.
package enum StoreOperation: Hashable, Sendable {
    case defaults(DefaultsOperation)
    case tap(TapOperation)
    case app(AppOperation)
    case allowedHost(AllowedServerOperation)
    case right(RightOperation)
    case topicHost(TopicServerOperation)
    case screen(ScreenOperation)
    case session(SessionOperation)
    case passkey(PasskeyOperation)
    case setting(SettingOperation)
    case notification(NotificationOperation)
    case response(ResponseOperation)
    case authorization(AuthorizationOperation)
    case complication(ComplicationOperation)
    case message(MessageOperation)
    case cloud(CloudOperation)
    case action(ActionOperation)
    case scheduledWake(ScheduledWakeOperation)
    case records(RecordOperation)
    case keychain(KeychainOperation)
    case browserPush(BrowserPushOperation)
    /// Adds a hop to the trace of a notification.
    case trace(TraceNote)
    /// Adds an entry to the audit log, in addition to those that other operations add themselves.
    case audit(AuditEvent)
    /// Reports a change outside the store, such as a new snapshot, in the change feed.
    case announce(StoreChange)

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

extension TransactionContext {
    func apply(_ operation: StoreOperation) throws -> OperationOutcome {
        switch operation {
        case .defaults(let operation): try apply(operation)
        case .tap(let operation): try apply(operation)
        case .app(let operation): try apply(operation)
        case .allowedHost(let operation): try apply(operation)
        case .right(let operation): try apply(operation)
        case .topicHost(let operation): try apply(operation)
        case .screen(let operation): try apply(operation)
        case .session(let operation): try apply(operation)
        case .passkey(let operation): try apply(operation)
        case .setting(let operation): try apply(operation)
        case .notification(let operation): try apply(operation)
        case .response(let operation): try apply(operation)
        case .authorization(let operation): try apply(operation)
        case .complication(let operation): try apply(operation)
        case .message(let operation): try apply(operation)
        case .cloud(let operation): try apply(operation)
        case .action(let operation): try apply(operation)
        case .scheduledWake(let operation): try apply(operation)
        case .records(let operation): try apply(operation)
        case .keychain(let operation): try apply(operation)
        case .browserPush(let operation): try apply(operation)
        case .trace(let note): try apply(note)
        case .audit(let event): try apply(event)
        case .announce(let change): record(change)
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
    case host
    /// The person, on a surface or the command line.
    case person
    case app(AppID)
    case widget(WidgetID)
}

package enum OperationOutcome: Hashable, Sendable {
    case changed
    case unchanged
    /// The operation removed an app; the data of these groups, which no longer have an owner, must be deleted.
    case removed(groups: [GroupID])
    /// A tap with this id had already been recorded.
    case known(TapRecord)
    case withdrawn([ActionID])
    /// The operation marked the actions or record changes with these numbers as being delivered.
    case delivering(Set<Int64>)
}

/// The acknowledgement of a transaction that is on disk.
package struct CommitReceipt: Hashable, Sendable {
    package let revision: Revision
    /// The outcome of each operation, in order.
    package let outcomes: [OperationOutcome]
    /// Processor time that the writer spent on the operations, without the shared commit.
    package let time: Duration
}
