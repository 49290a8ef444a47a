package import TodayProtocol

/// One thing to change, in the words of the domain.
///
/// Each kind says in its own file what it keeps true and what it refuses.
package enum StoreOperation: Hashable, Sendable {
    /// Changes shared defaults.
    case defaults(DefaultsOperation)
    /// Records or finishes a tap.
    case tap(TapOperation)
    /// Installs or removes an app.
    case app(AppOperation)
    /// Changes what an app may fetch from.
    case allowedHost(AllowedHostOperation)
    /// Changes which hosts the actions of topic messages may reach.
    case topicHost(TopicHostOperation)
    /// Changes which widgets stand on the screen.
    case screen(ScreenOperation)
    /// Changes who is signed in on the web surface.
    case session(SessionOperation)
    /// Changes one of the host's own settings.
    case setting(SettingOperation)
    /// Changes what is scheduled and delivered.
    case notification(NotificationOperation)
    /// Changes what people did with notifications.
    case response(ResponseOperation)
    /// Changes what an app's notifications may do.
    case authorization(AuthorizationOperation)
    /// Changes the messages of inboxes.
    case message(MessageOperation)
    /// Changes the link to the cloud, and takes in what comes from there.
    case cloud(CloudOperation)
    /// Tells the change feed of something that is no promise, such as a new snapshot, in its place among the commits.
    case announce(StoreChange)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .defaults(let operation): try operation.apply(in: context)
        case .tap(let operation): try operation.apply(in: context)
        case .app(let operation): try operation.apply(in: context)
        case .allowedHost(let operation): try operation.apply(in: context)
        case .topicHost(let operation): try operation.apply(in: context)
        case .screen(let operation): try operation.apply(in: context)
        case .session(let operation): try operation.apply(in: context)
        case .setting(let operation): try operation.apply(in: context)
        case .notification(let operation): try operation.apply(in: context)
        case .response(let operation): try operation.apply(in: context)
        case .authorization(let operation): try operation.apply(in: context)
        case .message(let operation): try operation.apply(in: context)
        case .cloud(let operation): try operation.apply(in: context)
        case .announce(let change): context.note(change)
        }
    }

    /// Whether the operation touches the database.
    var writes: Bool {
        if case .announce = self { false } else { true }
    }
}

/// Operations that are applied together or not at all, in their order.
package struct StoreTransaction: Hashable, Sendable {
    /// What to change.
    package var operations: [StoreOperation]
    /// Who asks for it; the change feed passes it on.
    package var origin: ChangeOrigin

    /// Collects operations.
    package init(_ operations: [StoreOperation], origin: ChangeOrigin) {
        self.operations = operations
        self.origin = origin
    }
}

/// Who made a change.
package enum ChangeOrigin: Hashable, Sendable {
    /// The host itself.
    case host
    /// The person, on a surface or on the command line.
    case person
    /// An app's process.
    case app(AppID)
    /// A widget's process.
    case widget(WidgetID)
}

/// What an operation did.
package enum OperationOutcome: Hashable, Sendable {
    /// It changed something.
    case changed
    /// Everything was as asked already.
    case unchanged
    /// It recorded this tap; one of the same id was not there before.
    case recorded(TapRecord)
    /// It removed an app; nobody owns these groups any more, and no data may stay behind them.
    case removed(groups: [GroupID])
    /// The tap was there before; this is how it stands.
    case known(TapRecord)
    /// It delivered this notification.
    case delivered(DeliveredRecord)
    /// It recorded this response.
    case responded(ResponseRecord)
}

/// Says that a transaction is on disk.
package struct CommitReceipt: Hashable, Sendable {
    /// The commit's place in history; where nothing changed, that of the last commit before it.
    package let revision: Revision
    /// What each operation did, in their order.
    package let outcomes: [OperationOutcome]
}
