package import TodayProtocol

/// Changes the messages of inboxes.
///
/// Every operation that adds or removes messages, or marks them as read or unread, also sets the app's badge to the
/// number of unread ones in the same commit. While an inbox has messages, ``NotificationOperation/setBadge(_:_:)`` has
/// no effect. When a message is read or removed, its notification is withdrawn, even if it is held.
///
/// Changes of the person that the cloud has not received take precedence over the cloud's list.
package enum MessageOperation: Hashable, Sendable {
    /// Merges a complete list of the cloud, newest first: adds, updates and removes messages.
    ///
    /// The first of several messages with the same id counts; expired messages and malformed ids are skipped. The
    /// version of the list is stored, and the inbox becomes fresh. `asOf` is ``DurableStore/revision`` from before the
    /// request: changes that were made or sent to the cloud since then take precedence over the list, and an inbox that
    /// became stale since then stays stale. Without it the list counts as current.
    case merge(AppID, [RemoteMessage], lastModified: String?, asOf: Revision? = nil)
    /// Marks an inbox as fresh because the cloud's list has not changed; `asOf` is as in `merge`.
    case upToDate(AppID, asOf: Revision? = nil)
    /// Records that a body is on disk; `text` is its searchable text.
    ///
    /// The notification held for the body is scheduled in the same commit unless the message is read. If the message
    /// was removed meanwhile, only ``StoreChange/messageRemoved(_:_:)`` is reported, so that the files are deleted.
    case bodyArrived(AppID, MessageID, text: String, size: Int)
    /// Records a failed attempt to fetch a body, and schedules the next one with an exponential back-off.
    ///
    /// If the body was on disk, it counts as missing from then on.
    case bodyFailed(AppID, MessageID, reason: LocalizableText)
    /// Requests a body that was dropped to free space, to be fetched at once; `unchanged` for any other body.
    case bodyWanted(AppID, MessageID)
    /// Marks messages as read or unread and queues the change for the cloud; missing messages are skipped.
    case read(AppID, [MessageID], Bool)
    /// Deletes messages and queues the change for the cloud; missing messages are skipped.
    ///
    /// With a hold, in seconds, the messages are only hidden for that time: no read returns or counts them, the cloud
    /// is not told, and ``restore(_:_:)`` brings them back. Afterwards ``expire`` deletes them.
    case delete(AppID, [MessageID], hold: Double? = nil)
    /// Brings back messages whose deletion is held; others are skipped.
    case restore(AppID, [MessageID])
    /// Removes all expired messages and held notifications, and deletes the messages whose hold has ended.
    case expire
    /// Records that the cloud has received a change; `unchanged` if a newer change of the message replaced it.
    case synced(AppID, MessageID, MessageChange.Kind, generation: Int64)
}

extension TransactionContext {
    func apply(_ operation: MessageOperation) throws -> OperationOutcome {
        switch operation {
        case .merge(let app, let messages, let lastModified, let asOf):
            try merge(messages, into: app, lastModified: lastModified, asOf: asOf)
        case .upToDate(let app, let asOf): try markInboxFresh(app, asOf: asOf)
        case .bodyArrived(let app, let id, let text, let size): try bodyArrived(id, of: app, text: text, size: size)
        case .bodyFailed(let app, let id, let reason): try bodyFailed(id, of: app, reason: reason)
        case .bodyWanted(let app, let id): try bodyWanted(id, of: app)
        case .read(let app, let ids, let isRead): try markMessages(ids, of: app, isRead: isRead)
        case .delete(let app, let ids, let hold): try deleteMessages(ids, of: app, hold: hold)
        case .restore(let app, let ids): try restoreMessages(ids, of: app)
        case .expire: try expireMessages()
        case .synced(let app, let id, let kind, let generation): try synced(id, of: app, kind, generation: generation)
        }
    }
}
