package import TodayProtocol

/// Changes the link to the cloud, and applies data from the cloud.
///
/// The effects of an event and the advanced cursor are one commit, so that each event is applied exactly once.
package enum CloudOperation: Hashable, Sendable {
    /// Links the host to a cloud and replaces an earlier link.
    ///
    /// For another cloud, database or person, the inboxes, topics and channels are deleted; for another device of the
    /// same person, only the channels. Changes of messages that were not sent are deleted with their inbox; those of
    /// records become failures of their apps, unless the cloud and the person stay the same.
    case link(CloudLink)
    /// Deletes the link with the inboxes, topics and channels; `unchanged` without a link.
    case unlink
    /// Sets an app's channel and marks its inbox as stale.
    ///
    /// If the channel has another inbox than before, the messages of the former inbox are deleted.
    case setChannel(CloudChannel)
    /// Deletes an app's channel and inbox; `unchanged` without a channel.
    case removeChannel(AppID)
    /// Advances the cursor to an event; it never moves back within an epoch.
    ///
    /// Another epoch means a new database of the cloud: the cursor is set to its number, and every inbox becomes stale.
    case advanceCursor(sequence: Int64, epoch: String)
    /// Resets the cursor for another database of the cloud, or an earlier state of the same one after its loss.
    ///
    /// Every inbox becomes stale.
    case resetCursor(epoch: String)
    /// Applies a push and advances the cursor.
    ///
    /// A push with a known id has no other effect; the last 100,000 ids are remembered for thirty days. Its
    /// notification is scheduled immediately, or held until the body of its message arrives; it is not shown after the
    /// push has expired. A push that wakes its app is queued; the oldest beyond ``pushLimit`` for one app are dropped.
    /// A push with a message marks the inbox as stale.
    case receivePush(ReceivedPush)
    /// Marks an inbox as stale, so that it is fetched.
    case inboxStale(AppID)
    /// Removes a push from the queue after the app has acknowledged it; refused with code `alreadyFinished` if it is
    /// not queued.
    ///
    /// It must be committed together with the changes of the app. If the app found new data,
    /// ``StoreChange/newData(_:)`` is recorded too.
    case finishPush(AppID, id: String, foundNewData: Bool = false)
    /// Withdraws the notification of a push that the person answered on another device, and advances the cursor.
    ///
    /// If the push arrives later, it shows no notification. An answer is remembered for thirty days.
    case pushAnswered(AppID, id: String, sequence: Int64, epoch: String)
    /// Records that answers on this device have been reported to the cloud.
    case pushAnswersSent([PushAnswer])
    /// Replaces the topics to which the person is subscribed.
    ///
    /// `asOf` is ``DurableStore/revision`` from before the request: later changes of the person take precedence over
    /// the list. Without it the list counts as current. Malformed names, and names beyond
    /// ``SQLiteSupport/TopicLimits/subscriptions``, are skipped and logged.
    case setTopics([String], asOf: Revision? = nil)
    /// Adds a topic that the cloud has accepted; refused with code `invalid` if the name is malformed.
    ///
    /// A topic beyond ``SQLiteSupport/TopicLimits/subscriptions`` is logged but not stored.
    case addTopic(String)
    /// Removes a topic with its feed; `unchanged` if there is none.
    case removeTopic(String)
    /// Mutes or unmutes the notifications of a topic on this host; refused with code `notFound` if the person is not
    /// subscribed to the topic.
    case setTopicMuted(String, Bool)
    /// Applies a message of a topic and advances the cursor; one with a known id has no other effect.
    ///
    /// The feed keeps the newest messages up to ``TopicFeedLimits``, including those of a muted topic.
    case receiveTopicMessage(ReceivedTopicMessage)

    /// The largest number of queued pushes of one app.
    package static let pushLimit = 1_000

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .link(let link): try LinkTable.link(link, in: context)
        case .unlink: try LinkTable.unlink(in: context)
        case .setChannel(let channel): try LinkTable.setChannel(channel, in: context)
        case .removeChannel(let app):
            try LinkTable.removeChannel(of: app, in: context) ? context.record(.cloudLink) : .unchanged
        case .advanceCursor(let sequence, let epoch): try LinkTable.advanceCursor(to: sequence, of: epoch, in: context)
        case .resetCursor(let epoch): try LinkTable.resetCursor(epoch, in: context)
        case .receivePush(let received): try PushTable.receive(received, in: context)
        case .inboxStale(let app): try InboxTable.markStale(app, in: context)
        case .finishPush(let app, let id, let foundNewData):
            try PushTable.finish(id, of: app, foundNewData: foundNewData, in: context)
        case .pushAnswered(let app, let id, let sequence, let epoch):
            try CloudOperation.pushAnswered(id, of: app, sequence: sequence, epoch: epoch, in: context)
        case .pushAnswersSent(let answers): try AnsweredPushTable.markSent(answers, in: context)
        case .setTopics(let names, let asOf): try TopicTable.set(names, asOf: asOf, in: context)
        case .addTopic(let name): try TopicTable.add(name, in: context)
        case .removeTopic(let name): try TopicTable.remove(name, in: context)
        case .setTopicMuted(let name, let isMuted): try TopicFeedTable.setMuted(name, isMuted, in: context)
        case .receiveTopicMessage(let received): try TopicTable.receive(received, in: context)
        }
    }
    private static func pushAnswered(
        _ id: String,
        of app: AppID,
        sequence: Int64,
        epoch: String,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        let moved = try LinkTable.advanceCursor(to: sequence, of: epoch, in: context)
        let outcome = try AnsweredPushTable.answeredElsewhere(id, of: app, in: context)
        return outcome == .unchanged ? moved : outcome
    }
}
