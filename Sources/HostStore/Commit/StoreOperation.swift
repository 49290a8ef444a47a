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
