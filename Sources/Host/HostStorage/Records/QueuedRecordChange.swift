package import TodayProtocol

/// A save or a deletion of one record.
package enum RecordChange: Hashable, Sendable {
    /// Saves a record; its change tag applies to the policy `ifUnchanged`.
    case save(Record, RecordSavePolicy)
    /// Deletes the record with a name.
    case delete(RecordName)

    package var name: RecordName {
        switch self {
        case .save(let record, _): record.name
        case .delete(let name): name
        }
    }
}

/// The changes of one request of a process, to be queued.
package struct RecordChangeSet: Hashable, Sendable {
    package let container: String
    package let zone: ZoneName
    /// The app that receives the failures.
    package let app: AppID
    /// The bundle identifier of the process that makes the changes.
    package let process: String
    /// `true` if the cloud applies either all of the changes or none.
    package let isAtomic: Bool
    package let changes: [RecordChange]
    /// The stored JSON of each saved record, and `nil` for each deletion.
    let texts: [String?]
    /// The size of each change, in bytes of JSON.
    let sizes: [Int]
    /// The total size, in bytes of JSON.
    package var size: Int { sizes.reduce(0, +) }

    /// Checks the changes.
    ///
    /// - Throws: ``StoreError`` with code `invalid` or `limitExceeded` and a sentence about the mistake.
    package init(
        container: String,
        zone: ZoneName,
        app: AppID,
        process: String,
        isAtomic: Bool = false,
        changes: [RecordChange]
    ) throws(StoreError) {
        self.container = container
        self.zone = zone
        self.app = app
        self.process = process
        self.isAtomic = isAtomic
        self.changes = changes
        try RecordCheck.check(zone)
        try RecordCheck.checkCount(changes.count, "records")
        if isAtomic {
            guard zone != .default else {
                throw StoreError(.invalid, "The default zone has no atomic saves; name another zone.")
            }
            guard Set(changes.map(\.name)).count == changes.count else {
                throw StoreError(.invalid, "An atomic save holds each record once.")
            }
        }
        texts = try changes.map { change throws(StoreError) in try RecordCheck.text(of: change) }
        sizes = zip(changes, texts).map { change, text in (text ?? change.name.rawValue).utf8.count }
    }
}

/// A change that waits in the queue of its container.
package struct QueuedRecordChange: Hashable, Sendable {
    /// Ascending number, which is the order in which changes are sent.
    package var number: Int64
    /// The change; the change tag may be that of an earlier change of the same record.
    package var change: RecordChange
    /// Number of times that sending it was begun.
    package var attempts: Int
}

/// The next changes of a container that one request sends.
package struct RecordBatch: Hashable, Sendable {
    package var container: String
    package var zone: ZoneName
    /// Bundle identifier of the process that made all of the changes.
    package var process: String
    package var isAtomic: Bool
    /// The changes in order, with no record twice.
    package var changes: [QueuedRecordChange]
}

/// The cloud's answer to a queued change.
package enum RecordChangeOutcome: Hashable, Sendable {
    /// The change is applied; a saved record now has this change tag.
    case applied(tag: String?)
    /// The change is refused permanently.
    case refused(RecordError)
}

/// Failures of one app that are delivered together.
package struct RecordFailureBatch: Hashable, Sendable {
    package var app: AppID
    package var failures: [RecordFailure]
    /// Number of the last failure.
    package var last: Int64
}

/// The subscription that an app requests or requested, and its state in the cloud.
package struct StoredRecordSubscription: Hashable, Sendable {
    package var app: AppID
    package var container: String
    package var id: String
    /// The subscription that the app requests; `nil` if it was ended but still exists in the cloud.
    package var wanted: RecordSubscription?
    /// The subscription as created in the cloud; `nil` if it must be created.
    package var created: RecordSubscription?
    /// The id in the cloud, which differs if the cloud had an equal subscription under another id.
    package var cloudID: String?
    /// The error with which the cloud refused it.
    package var error: RecordError?

    /// `true` if the cloud has exactly the subscription that the app requests.
    package var isActive: Bool { wanted != nil && wanted == created }
}
