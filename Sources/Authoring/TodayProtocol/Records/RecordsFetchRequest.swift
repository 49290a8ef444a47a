import JSONRPC

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
