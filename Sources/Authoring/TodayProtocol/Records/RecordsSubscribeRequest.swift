import JSONRPC

/// App to host: subscribes to changes of records.
///
/// The subscription is on disk when the host replies, or with the transaction. The host creates it in the cloud once,
/// keeps it across restarts, replaces it when its settings differ from the stored ones, and creates it again in another
/// database of the cloud. At most 100 for an app, 16 KiB each.
package struct RecordsSubscribeRequest: RPCRequest {
    package static let method = "records/subscribe"

    package var container: String
    package var subscription: RecordSubscription
    package var transaction: Int?

    package init(container: String, subscription: RecordSubscription, transaction: Int? = nil) {
        self.container = container
        self.subscription = subscription
        self.transaction = transaction
    }
}

/// App to host: ends a subscription; an unknown id is ignored.
package struct RecordsUnsubscribeRequest: RPCRequest {
    package static let method = "records/unsubscribe"

    package var container: String
    package var id: String
    package var transaction: Int?

    package init(container: String, id: String, transaction: Int? = nil) {
        self.container = container
        self.id = id
        self.transaction = transaction
    }
}

/// App to host: reads the app's subscriptions, sorted by id.
package struct RecordsSubscriptionsRequest: RPCRequest {
    package static let method = "records/subscriptions"

    package struct Reply: Codable, Hashable, Sendable {
        package var subscriptions: [RecordSubscriptionState]

        package init(subscriptions: [RecordSubscriptionState]) { self.subscriptions = subscriptions }
    }

    package var container: String

    package init(container: String) { self.container = container }
}
