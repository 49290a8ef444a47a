public import FoundationEssentials
public import JSON
import JSONRPC

/// Host to app: starts it in the background for a push with `content-available`.
///
/// It is delivered at least once, in the order of the app's pushes, one at a time, and never after it was acknowledged:
/// what the app changes through the host in the transaction is committed together with the acknowledgement, whatever its
/// result. An error counts as `failed` and drops what was collected; an app that ends before is asked again under the
/// same id, three times in all.
package struct AppPushRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "app/push"
    /// How many milliseconds an app has for a push.
    package static let budgetMilliseconds = 30_000

    /// What the app answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// What the push has brought.
        package var result: PushResult

        /// Makes an answer.
        package init(result: PushResult) { self.result = result }
    }

    /// The push.
    package var push: Push
    /// How many milliseconds the app has to finish; then its process is ended.
    package var budgetMilliseconds: Int
    /// The transaction that collects the effects.
    package var transaction: Int
    /// What the process cannot know.
    package var context: RequestContext

    /// Hands over a push.
    package init(push: Push, budgetMilliseconds: Int, transaction: Int, context: RequestContext) {
        self.push = push
        self.budgetMilliseconds = budgetMilliseconds
        self.transaction = transaction
        self.context = context
    }
}

/// What a sender sent to an app by way of the cloud.
public struct Push: Codable, Hashable, Sendable, Identifiable {
    /// What a push shows to the person.
    public struct Alert: Codable, Hashable, Sendable {
        /// The title.
        public var title: String?
        /// A second line below the title.
        public var subtitle: String?
        /// The text.
        public var body: String?

        /// Describes what is shown.
        public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
            self.title = title
            self.subtitle = subtitle
            self.body = body
        }
    }

    /// Names the push: one with the same id is the same push once more.
    public var id: String
    /// When the cloud accepted it.
    public var sent: Date
    /// What it shows; the host shows it by itself.
    public var alert: Alert?
    /// The message that it has put into the inbox, if any; it may come into the list later than the push.
    public var messageID: MessageID?
    /// What else the sender gave along.
    public var extra: [String: JSONValue]
    /// Whether the person sees nothing of it.
    public var isSilent: Bool

    /// Describes a push.
    public init(
        id: String,
        sent: Date,
        alert: Alert? = nil,
        messageID: MessageID? = nil,
        extra: [String: JSONValue] = [:],
        isSilent: Bool
    ) {
        self.id = id
        self.sent = sent
        self.alert = alert
        self.messageID = messageID
        self.extra = extra
        self.isSilent = isSilent
    }
}

/// What a push in the background has brought.
public enum PushResult: String, Codable, Hashable, Sendable, CaseIterable {
    /// There was something new, and the app has it.
    case newData
    /// There was nothing new.
    case noData
    /// The app could not find out.
    case failed
}
