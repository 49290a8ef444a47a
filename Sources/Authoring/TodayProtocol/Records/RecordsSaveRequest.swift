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
