public import FoundationEssentials
public import JSON
import JSONRPC

/// Host to app: handles a push with `content-available` in the background.
///
/// It is delivered at least once, in the order of the app's pushes, one at a time, and never after it was acknowledged:
/// what the app changes through the host in the transaction is committed together with the acknowledgement, whatever
/// its result. An error counts as `failed` and discards the changes; if the app ends before it answers, the push is
/// sent again under the same id, three times in all.
package struct AppPushRequest: RPCRequest {
    package static let method = "app/push"
    /// The time that an app has for a push, in milliseconds.
    package static let budgetMilliseconds = 30_000

    package struct Reply: Codable, Hashable, Sendable {
        /// The result of handling the push.
        package var result: PushResult

        package init(result: PushResult) { self.result = result }
    }

    package var push: Push
    /// The time that the app has to finish, in milliseconds; then the host ends its process.
    package var budgetMilliseconds: Int
    package var transaction: Int
    package var context: RequestContext

    package init(push: Push, budgetMilliseconds: Int, transaction: Int, context: RequestContext) {
        self.push = push
        self.budgetMilliseconds = budgetMilliseconds
        self.transaction = transaction
        self.context = context
    }
}

/// A push that a sender sent to an app through the cloud.
public struct Push: Codable, Hashable, Sendable, Identifiable {
    /// The visible part of a push.
    public struct Alert: Codable, Hashable, Sendable {
        /// The title.
        public var title: String?
        /// A second line below the title.
        public var subtitle: String?
        /// The text.
        public var body: String?

        /// Creates an alert.
        public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
            self.title = title
            self.subtitle = subtitle
            self.body = body
        }
    }

    /// The push's id; a push with the same id is a repetition.
    public var id: String
    /// The time when the cloud accepted it.
    public var sent: Date
    /// The alert, which the host itself shows.
    public var alert: Alert?
    /// The message that the push added to the inbox, if any; it may appear in the inbox later than the push.
    public var messageID: MessageID?
    /// The sender's additional data.
    public var extra: [String: JSONValue]
    /// The change of a record that the push announces, if it comes from a subscription to records.
    public var records: RecordNotification?
    /// `true` if nothing of the push is shown.
    public var isSilent: Bool

    /// Creates a push.
    public init(
        id: String,
        sent: Date,
        alert: Alert? = nil,
        messageID: MessageID? = nil,
        extra: [String: JSONValue] = [:],
        records: RecordNotification? = nil,
        isSilent: Bool
    ) {
        self.id = id
        self.sent = sent
        self.alert = alert
        self.messageID = messageID
        self.extra = extra
        self.records = records
        self.isSilent = isSilent
    }
}

/// The result of handling a push in the background.
public enum PushResult: String, Codable, Hashable, Sendable, CaseIterable {
    /// There was new data, and the app has stored it.
    case newData
    /// There was no new data.
    case noData
    /// The app could not determine whether there was new data.
    case failed
}
