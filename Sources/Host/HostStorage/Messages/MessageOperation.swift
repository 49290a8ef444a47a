package import TodayProtocol

/// Changes the messages of inboxes.
///
/// There is one number: whatever changes which messages are listed or read also sets the app's badge to how many are
/// unread, in the same commit. While an inbox has messages nothing else sets that badge
/// (``NotificationOperation/setBadge(_:_:)``). A message that is read or goes takes its notification along, the one that
/// is held back too.
///
/// What the person did and the cloud has not heard of wins over what the cloud lists.
package enum MessageOperation: Hashable, Sendable {
    /// Takes in a complete list of the cloud, the newest first: new messages come, changed ones change, missing ones go.
    ///
    /// Of two with one id the first counts; those with a malformed id or whose time is over are passed over. With it goes
    /// what the cloud named the list, and the inbox needs no fetching. `asOf` is ``DurableStore/revision`` from before the
    /// list was asked for: what was done, or told to the cloud, since then still wins, and an inbox that
    /// became dirty since then stays so. Without it the list counts as of this moment.
    case merge(AppID, [RemoteMessage], lastModified: String?, asOf: Revision? = nil)
    /// Notes that the cloud's list is the one that was merged last; `asOf` is as in `merge`.
    case upToDate(AppID, asOf: Revision? = nil)
    /// Notes that a body and its pictures are on disk; `text` is what a search finds of it.
    ///
    /// The notification that waited for it is scheduled in the same commit, unless the message is read. If the message is
    /// gone meanwhile nothing changes, but ``StoreChange/messageRemoved(_:_:)`` is told, so that the files go.
    case bodyArrived(AppID, MessageID, text: String, size: Int)
    /// Notes that a body could not be had; it is tried again later, each time after a longer pause.
    ///
    /// Also for one that was here and is no longer: then the message has none again.
    case bodyFailed(AppID, MessageID, reason: String)
    /// Notes that somebody wants to see a body that was let go for want of room: it is missing again, and to be tried at
    /// once. `unchanged` for any other.
    case bodyWanted(AppID, MessageID)
    /// Marks messages as read or unread, and keeps that for the cloud. Those that are not there are passed over.
    case read(AppID, [MessageID], Bool)
    /// Deletes messages, and keeps that for the cloud. Those that are not there are passed over.
    case delete(AppID, [MessageID])
    /// Removes the messages of all apps whose time is over, and forgets held notifications whose is.
    case expire
    /// Notes that the cloud knows a change; `unchanged` if there is a newer one of that message by now.
    case synced(AppID, MessageID, MessageChange.Kind, generation: Int64)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .merge(let app, let messages, let lastModified, let asOf):
            try MessageMerge(app: app, asOf: asOf, context: context).callAsFunction(messages, lastModified)
        case .upToDate(let app, let asOf):
            try InboxTable.clean(app, asOf: asOf, in: context)
        case .bodyArrived(let app, let id, let text, let size):
            try MessageTable.bodyArrived(id, of: app, text: text, size: size, in: context)
        case .bodyFailed(let app, let id, let reason):
            try MessageTable.bodyFailed(id, of: app, reason: reason, in: context)
        case .bodyWanted(let app, let id):
            try MessageTable.bodyWanted(id, of: app, in: context)
        case .read(let app, let ids, let isRead):
            try MessageTable.mark(ids, of: app, isRead: isRead, in: context)
        case .delete(let app, let ids):
            try MessageTable.delete(ids, of: app, in: context)
        case .expire:
            try MessageTable.expire(in: context)
        case .synced(let app, let id, let kind, let generation):
            try MessageChangeTable.synced(id, of: app, kind, generation: generation, in: context)
        }
    }
}
