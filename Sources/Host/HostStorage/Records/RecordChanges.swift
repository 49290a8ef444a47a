import JSON
package import TodayProtocol

package enum RecordChange: Hashable, Sendable {
    /// Saves a record; its change tag applies to the policy `ifUnchanged`.
    case save(Record, RecordSavePolicy)
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

    /// Checks the changes; refused with code `invalid` or `limitExceeded`.
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
    /// Its change tag may be that of an earlier change of the same record.
    package var change: RecordChange
    package var attempts: Int
}

/// The next changes of a container that one request sends.
package struct RecordBatch: Hashable, Sendable {
    package var container: String
    package var zone: ZoneName
    package var process: String
    package var isAtomic: Bool
    /// The changes in order, with no record twice.
    package var changes: [QueuedRecordChange]
}

package enum RecordChangeOutcome: Hashable, Sendable {
    /// The change is applied; a saved record now has this change tag.
    case applied(tag: String?)
    /// The change is refused permanently.
    case refused(RecordError)
}

package struct RecordFailureBatch: Hashable, Sendable {
    package var app: AppID
    package var failures: [RecordFailure]
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
    package var error: RecordError?

    /// `true` if the cloud has exactly the subscription that the app requests.
    package var isActive: Bool { wanted != nil && wanted == created }
}

/// Checks the input of processes about records before anything is stored or sent.
package enum RecordCheck {
    /// Refused with code `invalid`, like every name, id or token that is malformed.
    package static func check(_ zone: ZoneName) throws(StoreError) {
        guard zone.isWellFormed else {
            throw StoreError(.invalid, "\(quoted(zone.rawValue)) is no zone; its name has 1 to 255 bytes.")
        }
    }

    package static func check(_ names: [RecordName]) throws(StoreError) {
        try checkCount(names.count, "records")
        for name in names { try check(name) }
    }

    package static func check(_ query: RecordQuery) throws(StoreError) {
        try check(type: query.type)
        try check(query.filters)
        guard query.sort.count <= RecordLimits.filters else {
            throw StoreError(.limitExceeded, "A query sorts by at most \(RecordLimits.filters) fields.")
        }
        for sort in query.sort { try check(field: sort.field) }
    }

    package static func check(_ subscription: RecordSubscription) throws(StoreError) {
        try check(subscriptionID: subscription.id)
        if let zone = subscription.zone { try check(zone) }
        switch subscription.kind {
        case .query:
            try check(type: subscription.type ?? "")
            guard !subscription.firesOn.isEmpty else {
                throw StoreError(.invalid, "The subscription \(subscription.id) fires on no change.")
            }
        case .zone:
            guard subscription.zone != nil else {
                throw StoreError(.invalid, "The subscription \(subscription.id) names no zone.")
            }
            guard subscription.type == nil, subscription.filters.isEmpty, !subscription.firesOnce else {
                throw StoreError(
                    .invalid,
                    "The zone subscription \(subscription.id) names a type, filters or firesOnce."
                )
            }
        }
        try check(subscription.filters)
        let size = try StoredJSON.text(subscription, of: "The subscription \(subscription.id)").utf8.count
        guard size <= RecordLimits.subscriptionBytes else {
            throw StoreError(
                .limitExceeded,
                "The subscription \(subscription.id) has \(size) bytes; it may have 16 KiB."
            )
        }
    }

    package static func check(subscriptionID id: String) throws(StoreError) {
        guard RecordLimits.isName(id), id.utf8.count <= RecordLimits.subscriptionIDBytes else {
            throw StoreError(.invalid, "\(quoted(id)) is no id of a subscription; it has 1 to 64 bytes.")
        }
    }

    /// Checks a change token or a query cursor.
    package static func check(token: String) throws(StoreError) {
        let isPlain = token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isPlain, (1...RecordLimits.tokenBytes).contains(token.utf8.count) else {
            throw StoreError(.invalid, "\(quoted(token)) is no token or marker of the cloud.")
        }
    }

    /// Checks a change, and returns the JSON of a saved record without the fields that the cloud sets.
    static func text(of change: RecordChange) throws(StoreError) -> String? {
        try check(change.name)
        guard case .save(var record, _) = change else { return nil }
        try check(type: record.type)
        for field in record.fields.keys { try check(field: field) }
        if let tag = record.changeTag { try check(token: tag) }
        record.changeTag = nil
        record.created = nil
        record.modified = nil
        let text = try StoredJSON.text(record, of: "The record \(record.name)")
        guard text.utf8.count <= RecordLimits.recordBytes else {
            throw StoreError(
                .limitExceeded,
                "The record \(record.name) has \(text.utf8.count) bytes; it may have 1 MB."
            )
        }
        return text
    }

    static func checkCount(_ count: Int, _ what: String) throws(StoreError) {
        guard count <= RecordLimits.perRequest else {
            throw StoreError(.limitExceeded, "A request has at most \(RecordLimits.perRequest) \(what), not \(count).")
        }
    }

    private static func check(_ name: RecordName) throws(StoreError) {
        guard name.isWellFormed else {
            throw StoreError(
                .invalid,
                "\(quoted(name.rawValue)) is no name of a record; it has 1 to 255 bytes without control characters."
            )
        }
    }

    private static func check(_ filters: [RecordFilter]) throws(StoreError) {
        guard filters.count <= RecordLimits.filters else {
            throw StoreError(
                .limitExceeded,
                "There may be \(RecordLimits.filters) filters, and there are \(filters.count)."
            )
        }
        for filter in filters {
            try check(field: filter.field)
            if case .list(let values) = filter.value, values.count > RecordLimits.filterValues {
                throw StoreError(
                    .limitExceeded,
                    "The filter of \(filter.field) has \(values.count) values; it may have \(RecordLimits.filterValues)."
                )
            }
            guard filter.value != .removed, filter.distance?.isFinite ?? true else {
                throw StoreError(.invalid, "The filter of \(filter.field) has no value to compare with.")
            }
        }
    }

    private static func check(type: String) throws(StoreError) {
        guard RecordLimits.isFieldName(type) else {
            throw StoreError(
                .invalid,
                "\(quoted(type)) is no record type; it begins with a letter, with letters, digits and _ after it."
            )
        }
    }

    private static func check(field: String) throws(StoreError) {
        guard RecordLimits.isFieldName(field) || systemFields.contains(field) else {
            throw StoreError(
                .invalid,
                "\(quoted(field)) is no name of a field; it begins with a letter, with letters, digits and _ after it."
            )
        }
    }

    /// Fields that every record has and that queries may name.
    private static let systemFields: Set<String> = [
        "___createTime", "___modTime", "___createdBy", "___modifiedBy", "___recordID",
    ]

    /// Returns an external text in quotation marks, shortened for a message.
    private static func quoted(_ text: String) -> String { "\"\(MessageText.line(text, to: 80))\"" }
}

extension RecordLimits {
    /// The largest number of filters of a query or a subscription, and of fields by which a query sorts.
    static let filters = 30
    /// The largest number of values in the list of a filter.
    static let filterValues = 250
}
