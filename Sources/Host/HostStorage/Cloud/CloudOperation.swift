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
    /// Sets an app's channel and marks its inbox as stale; the messages of another former inbox are deleted.
    case setChannel(CloudChannel)
    /// Deletes an app's channel and inbox; `unchanged` without a channel.
    case removeChannel(AppID)
    /// Advances the cursor to an event; it never moves back within an epoch.
    ///
    /// Another epoch means a new database of the cloud: the cursor is set to its number, and every inbox becomes stale.
    case advanceCursor(sequence: Int64, epoch: String)
    /// Resets the cursor for another database of the cloud, or an earlier state of it; every inbox becomes stale.
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
    /// Removes a push that the app has acknowledged; refused with code `alreadyFinished` if it is not queued.
    ///
    /// It must be committed together with the changes of the app, and may record ``StoreChange/newData(_:)`` too.
    case finishPush(AppID, id: String, foundNewData: Bool = false)
    /// Withdraws the notification of a push that the person answered on another device, and advances the cursor.
    ///
    /// If the push arrives later, it shows no notification. An answer is remembered for thirty days.
    case pushAnswered(AppID, id: String, sequence: Int64, epoch: String)
    case pushAnswersSent([PushAnswer])
    /// Replaces the topics to which the person is subscribed.
    ///
    /// `asOf` is ``DurableStore/revision`` from before the request: later changes of the person take precedence over
    /// the list. Without it the list counts as current. Malformed names, and names beyond
    /// ``SQLiteSupport/TopicLimits/subscriptions``, are skipped and logged.
    case setTopics([String], asOf: Revision? = nil)
    /// Adds a topic that the cloud has accepted; a malformed name is refused with code `invalid`, and a topic beyond
    /// ``SQLiteSupport/TopicLimits/subscriptions`` is logged but not stored.
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

    package static let pushLimit = 1_000
}

extension TransactionContext {
    func apply(_ operation: CloudOperation) throws -> OperationOutcome {
        switch operation {
        case .link(let new): try link(new)
        case .unlink: try unlink()
        case .setChannel(let channel): try setChannel(channel)
        case .removeChannel(let app): try removeChannel(of: app) ? record(.cloudLink) : .unchanged
        case .advanceCursor(let sequence, let epoch): try advanceCursor(to: sequence, of: epoch)
        case .resetCursor(let epoch): try resetCursor(epoch)
        case .receivePush(let received): try receive(received)
        case .inboxStale(let app): try markInboxStale(app)
        case .finishPush(let app, let id, let foundNewData): try finishPush(id, of: app, foundNewData: foundNewData)
        case .pushAnswered(let app, let id, let sequence, let epoch):
            try pushAnswered(id, of: app, sequence: sequence, epoch: epoch)
        case .pushAnswersSent(let answers): try markSent(answers)
        case .setTopics(let names, let asOf): try setTopics(names, asOf: asOf)
        case .addTopic(let name): try addTopic(name)
        case .removeTopic(let name): try removeTopic(name)
        case .setTopicMuted(let name, let isMuted): try setMuted(name, isMuted)
        case .receiveTopicMessage(let received): try receive(received)
        }
    }

    private func pushAnswered(_ id: String, of app: AppID, sequence: Int64, epoch: String) throws -> OperationOutcome {
        let moved = try advanceCursor(to: sequence, of: epoch)
        let outcome = try answeredElsewhere(id, of: app)
        return outcome == .unchanged ? moved : outcome
    }
}
