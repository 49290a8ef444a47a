import JSONRPC

/// Process to host: saves records in the person's private database of a container.
///
/// Needs the container among `com.apple.developer.icloud-container-identifiers`. When the host replies, or when the
/// transaction is committed, the records are on disk in the container's queue; the host sends them in order when the
/// cloud can be reached. A save that the cloud refuses for good is reported to the app with `app/records`. At most 200
/// records in a request, 1,000,000 bytes of JSON a record, and 10,000 changes or 64 MiB in a container's queue; more is
/// `limitExceeded`.
package struct RecordsSaveRequest: RPCRequest {
    package static let method = "records/save"

    package var container: String
    /// The zone, the default one if left out; another zone is created when its first record is sent.
    package var zone: ZoneName?
    package var records: [Record]
    /// The policy; `ifUnchanged` if left out.
    package var policy: RecordSavePolicy?
    /// `true` to save either all records of this request or none; each record once, and not in the default zone.
    package var atomic: Bool?
    package var transaction: Int?

    package init(
        container: String,
        zone: ZoneName? = nil,
        records: [Record],
        policy: RecordSavePolicy? = nil,
        atomic: Bool? = nil,
        transaction: Int? = nil
    ) {
        self.container = container
        self.zone = zone
        self.records = records
        self.policy = policy
        self.atomic = atomic
        self.transaction = transaction
    }
}

/// App to host: deletes records; queued like saves.
///
/// Deleting a record succeeds whatever another device has changed in it, and also if it does not exist.
package struct RecordsDeleteRequest: RPCRequest {
    package static let method = "records/delete"

    package var container: String
    /// The zone; the default zone if left out.
    package var zone: ZoneName?
    /// The names, at most 200.
    package var names: [RecordName]
    package var transaction: Int?

    package init(container: String, zone: ZoneName? = nil, names: [RecordName], transaction: Int? = nil) {
        self.container = container
        self.zone = zone
        self.names = names
        self.transaction = transaction
    }
}

/// Process to host: fetches records from the cloud.
///
/// The container's queue is sent first. The host waits for the cloud for at most 20 seconds. If the cloud fails, the
/// error is `recordsFailed` with a ``RecordError`` as data.
package struct RecordsFetchRequest: RPCRequest {
    package static let method = "records/fetch"
    /// The longest time until the reply, once the request's turn has come.
    package static let deadline = Duration.seconds(25)

    package struct Reply: Codable, Hashable, Sendable {
        /// The results in the order of the names; fewer than names if more would not fit into a message.
        package var results: [RecordResult]

        package init(results: [RecordResult]) { self.results = results }
    }

    package var container: String
    /// The zone; the default zone if left out.
    package var zone: ZoneName?
    /// The names, at most 200.
    package var names: [RecordName]

    package init(container: String, zone: ZoneName? = nil, names: [RecordName]) {
        self.container = container
        self.zone = zone
        self.names = names
    }
}

/// App to host: asks the cloud for the records that match a query.
///
/// The container's queue is sent first; errors are as for `records/fetch`.
package struct RecordsQueryRequest: RPCRequest {
    package static let method = "records/query"
    package typealias Reply = RecordPage

    package var container: String
    /// The zone; the default zone if left out.
    package var zone: ZoneName?
    package var query: RecordQuery
    /// The largest number of records, 1 to 200; 200 if left out; a page of large records may have fewer.
    package var limit: Int?
    /// The `marker` of the previous page; `nil` for the first page.
    package var marker: String?

    package init(
        container: String,
        zone: ZoneName? = nil,
        query: RecordQuery,
        limit: Int? = nil,
        marker: String? = nil
    ) {
        self.container = container
        self.zone = zone
        self.query = query
        self.limit = limit
        self.marker = marker
    }
}

/// App to host: asks the cloud for the changes of a zone since those that the app accepted.
///
/// The host keeps one token for each app, container and zone. The container's queue is sent first; errors are as for
/// `records/fetch`. If the cloud no longer accepts the token, the changes start over.
package struct RecordsChangesRequest: RPCRequest {
    package static let method = "records/changes"
    package typealias Reply = RecordChanges

    package var container: String
    /// The zone; the default zone if left out.
    package var zone: ZoneName?
    /// The transaction; changes that it has accepted count as accepted.
    package var transaction: Int?

    package init(container: String, zone: ZoneName? = nil, transaction: Int? = nil) {
        self.container = container
        self.zone = zone
        self.transaction = transaction
    }
}

/// App to host: accepts changes, so that `records/changes` continues after them.
package struct RecordsAcceptChangesRequest: RPCRequest {
    package static let method = "records/acceptChanges"

    package var container: String
    /// The zone; the default zone if left out.
    package var zone: ZoneName?
    /// The token of the changes.
    package var token: String
    package var transaction: Int?

    package init(container: String, zone: ZoneName? = nil, token: String, transaction: Int? = nil) {
        self.container = container
        self.zone = zone
        self.token = token
        self.transaction = transaction
    }
}

/// App to host: asks the cloud for the zones of a container.
///
/// The container's queue is sent first; errors are as for `records/fetch`.
package struct RecordsZonesRequest: RPCRequest {
    package static let method = "records/zones"

    package struct Reply: Codable, Hashable, Sendable {
        package var zones: [ZoneName]

        package init(zones: [ZoneName]) { self.zones = zones }
    }

    package var container: String

    package init(container: String) { self.container = container }
}

/// App to host: creates a zone in the cloud; a zone that exists stays as it is; errors are as for `records/fetch`.
package struct RecordsSaveZoneRequest: RPCRequest {
    package static let method = "records/saveZone"

    package var container: String
    package var zone: ZoneName

    package init(container: String, zone: ZoneName) {
        self.container = container
        self.zone = zone
    }
}

/// App to host: deletes a zone in the cloud with all its records, and forgets the tokens of its changes.
///
/// The container's queue is sent first; errors are as for `records/fetch`.
package struct RecordsDeleteZoneRequest: RPCRequest {
    package static let method = "records/deleteZone"

    package var container: String
    package var zone: ZoneName

    package init(container: String, zone: ZoneName) {
        self.container = container
        self.zone = zone
    }
}

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

/// Host to app: reports queued saves and deletions that failed for good.
///
/// They are delivered at least once, in the order in which they failed, and never after the app acknowledged them: what
/// the app changes through the host in the transaction is committed together with the acknowledgement. If the app fails
/// or ends before it answers, the same failures come again.
package struct AppRecordsRequest: RPCRequest {
    package static let method = "app/records"
    /// The time that an app has, in milliseconds.
    package static let budgetMilliseconds = 30_000

    /// The failures, at most 100.
    package var failures: [RecordFailure]
    /// The time that the app has to finish, in milliseconds; then the host ends its process.
    package var budgetMilliseconds: Int
    package var transaction: Int
    package var context: RequestContext

    package init(failures: [RecordFailure], budgetMilliseconds: Int, transaction: Int, context: RequestContext) {
        self.failures = failures
        self.budgetMilliseconds = budgetMilliseconds
        self.transaction = transaction
        self.context = context
    }
}
