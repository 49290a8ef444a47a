package import TodayProtocol

/// Changes the link to the cloud, and takes in what comes from there.
///
/// What an event says and how far the events are taken in are one commit, so that none is lost and none counts twice.
package enum CloudOperation: Hashable, Sendable {
    /// Links the host to a cloud, in place of an earlier one.
    ///
    /// If it is another cloud, another database of it, or another person, the inboxes are emptied and topics and channels
    /// are forgotten; if it is another device of the same person, only the channels are. What the person did with
    /// messages and the cloud has not heard of goes with an inbox.
    case link(CloudLink)
    /// Ends the link; the inboxes are emptied, and topics and channels are forgotten. `unchanged` without a link.
    case unlink
    /// Notes an app's channel and the way to its inbox, which has to be fetched then.
    ///
    /// If it is another inbox than before, what was in that one goes.
    case channel(AppID, channelID: String, inboxUser: String, inboxPassword: String)
    /// Forgets an app's channel and empties its inbox; `unchanged` without one.
    case removeChannel(AppID)
    /// Notes that the events up to a number are taken in; it never goes back.
    ///
    /// With another epoch than before the cloud has a new database: its numbers count, and every inbox has to be fetched.
    case took(sequence: Int64, epoch: String)
    /// Notes that the cloud has another database, or an earlier state of the same one, as after its loss: no event of it
    /// is taken in, and every inbox has to be fetched.
    case resetCursor(epoch: String)
    /// Takes a push in, together with its event's number.
    ///
    /// One with a known id changes nothing else; ids are remembered for thirty days, and 100,000 of them. Its notification
    /// is scheduled for now, or held back until the body of its message is here; one whose time is over does not show.
    /// If it wakes the app it waits for that; of more than ``pushLimit`` for one app the oldest are forgotten. With a
    /// message, the inbox has to be fetched.
    case receivePush(ReceivedPush)
    /// Notes that an inbox has to be fetched.
    case inboxStale(AppID)
    /// Notes that an app has acknowledged a push; refused with code `alreadyFinished` if it does not wait.
    ///
    /// Committed together with what the app changed.
    case finishPush(AppID, id: String)
    /// Notes which topics the person follows, in place of all earlier ones.
    ///
    /// `asOf` is ``DurableStore/revision`` from before the list was asked for: what the person changed since then still
    /// wins. Without it the list counts as of this moment. What is no name of a topic, and what is beyond
    /// ``SQLiteSupport/TopicLimits/subscriptions``, is passed over and named in the log.
    case setTopics([String], asOf: Revision? = nil)
    /// Notes that the person has begun to follow a topic, as the cloud has accepted; refused with code `invalid` if it is no
    /// name of one. Beyond ``SQLiteSupport/TopicLimits/subscriptions`` it is not kept, which the log says.
    case addTopic(String)
    /// Notes that the person follows a topic no longer.
    case removeTopic(String)
    /// Takes in a message of a topic, together with its event's number; one with a known id changes nothing else.
    case receiveTopicMessage(ReceivedTopicMessage)

    /// How many pushes wait for one app.
    package static let pushLimit = 1_000

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .link(let link): try LinkTable.link(link, in: context)
        case .unlink: try LinkTable.unlink(in: context)
        case .channel(let app, let channel, let user, let password):
            try LinkTable.setChannel(
                CloudChannel(app: app, channelID: channel, inboxUser: user, inboxPassword: password),
                in: context
            )
        case .removeChannel(let app):
            try LinkTable.removeChannel(of: app, in: context) ? context.note(.cloudLink) : .unchanged
        case .took(let sequence, let epoch): try LinkTable.move(to: sequence, of: epoch, in: context)
        case .resetCursor(let epoch): try LinkTable.resetCursor(epoch, in: context)
        case .receivePush(let order): try PushTable.take(order, in: context)
        case .inboxStale(let app): try InboxTable.markStale(app, in: context)
        case .finishPush(let app, let id): try PushTable.finish(id, of: app, in: context)
        case .setTopics(let names, let asOf): try TopicTable.set(names, asOf: asOf, in: context)
        case .addTopic(let name): try TopicTable.add(name, in: context)
        case .removeTopic(let name): try TopicTable.remove(name, in: context)
        case .receiveTopicMessage(let order): try TopicTable.take(order, in: context)
        }
    }
}
