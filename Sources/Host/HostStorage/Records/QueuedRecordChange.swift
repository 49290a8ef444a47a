package import TodayProtocol

/// A save or a deletion of one record.
package enum RecordChange: Hashable, Sendable {
    /// Saves a record; its change tag is that of the policy `ifUnchanged`.
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
    /// The app that gets failures.
    package let app: AppID
    /// The bundle identifier of the process that makes the changes.
    package let process: String
    /// Whether all of them are applied by the cloud or none.
    package let isAtomic: Bool
    package let changes: [RecordChange]
    /// The JSON of each saved record as it is stored, and `nil` for each deletion.
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
    /// An ascending number: the order in which changes are sent.
    package var number: Int64
    /// The change; the change tag may be that of an earlier change of the same record.
    package var change: RecordChange
    /// How many times sending it was begun.
    package var attempts: Int

    package init(number: Int64, change: RecordChange, attempts: Int) {
        self.number = number
        self.change = change
        self.attempts = attempts
    }
}

/// The next changes of a container, which one request sends.
package struct RecordBatch: Hashable, Sendable {
    package var container: String
    package var zone: ZoneName
    /// The bundle identifier of the process that made all of them.
    package var process: String
    package var isAtomic: Bool
    /// The changes in order; no record twice.
    package var changes: [QueuedRecordChange]

    package init(
        container: String,
        zone: ZoneName,
        process: String,
        isAtomic: Bool,
        changes: [QueuedRecordChange]
    ) {
        self.container = container
        self.zone = zone
        self.process = process
        self.isAtomic = isAtomic
        self.changes = changes
    }
}

/// What the cloud answered to a queued change.
package enum RecordChangeOutcome: Hashable, Sendable {
    /// It is applied; a saved record has this change tag now.
    case applied(tag: String?)
    /// It is refused for good.
    case refused(RecordError)
}

/// A failure that waits until its app has acknowledged it.
package struct QueuedRecordFailure: Hashable, Sendable {
    /// An ascending number: the order in which apps get failures.
    package var number: Int64
    package var failure: RecordFailure

    package init(number: Int64, failure: RecordFailure) {
        self.number = number
        self.failure = failure
    }
}

/// Failures of one app that are delivered together.
package struct RecordFailureBatch: Hashable, Sendable {
    package var app: AppID
    package var failures: [RecordFailure]
    /// The number of the last one.
    package var last: Int64

    package init(app: AppID, failures: [RecordFailure], last: Int64) {
        self.app = app
        self.failures = failures
        self.last = last
    }
}

/// A subscription that an app wants, or wanted, and what the cloud has.
package struct StoredRecordSubscription: Hashable, Sendable {
    package var app: AppID
    package var container: String
    package var id: String
    /// What the app wants; `nil` if it was ended, but the cloud still has it.
    package var wanted: RecordSubscription?
    /// What was created in the cloud; `nil` if it has to be created.
    package var created: RecordSubscription?
    /// The id in the cloud, which differs if the cloud had an equal subscription under another id.
    package var cloudID: String?
    /// Why the cloud refused it.
    package var error: RecordError?

    package init(
        app: AppID,
        container: String,
        id: String,
        wanted: RecordSubscription?,
        created: RecordSubscription? = nil,
        cloudID: String? = nil,
        error: RecordError? = nil
    ) {
        self.app = app
        self.container = container
        self.id = id
        self.wanted = wanted
        self.created = created
        self.cloudID = cloudID
        self.error = error
    }

    /// Whether the cloud has exactly what the app wants.
    package var isActive: Bool { wanted != nil && wanted == created }
}
