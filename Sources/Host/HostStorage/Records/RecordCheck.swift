import JSON
package import TodayProtocol

/// Checks the input of processes about records before anything is stored or sent.
package enum RecordCheck {
    /// Checks the name of a zone.
    ///
    /// - Throws: ``StoreError`` with code `invalid`.
    package static func check(_ zone: ZoneName) throws(StoreError) {
        guard zone.isWellFormed else {
            throw StoreError(.invalid, "\(quoted(zone.rawValue)) is no zone; its name has 1 to 255 bytes.")
        }
    }

    /// Checks names of records.
    ///
    /// - Throws: ``StoreError`` with code `invalid` or `limitExceeded`.
    package static func check(_ names: [RecordName]) throws(StoreError) {
        try checkCount(names.count, "records")
        for name in names { try check(name) }
    }

    /// Checks a query.
    ///
    /// - Throws: ``StoreError`` with code `invalid` or `limitExceeded`.
    package static func check(_ query: RecordQuery) throws(StoreError) {
        try check(type: query.type)
        try check(query.filters)
        guard query.sort.count <= RecordLimits.filters else {
            throw StoreError(.limitExceeded, "A query sorts by at most \(RecordLimits.filters) fields.")
        }
        for sort in query.sort { try check(field: sort.field) }
    }

    /// Checks a subscription.
    ///
    /// - Throws: ``StoreError`` with code `invalid` or `limitExceeded`.
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

    /// Checks the id of a subscription.
    ///
    /// - Throws: ``StoreError`` with code `invalid`.
    package static func check(subscriptionID id: String) throws(StoreError) {
        guard RecordLimits.isName(id), id.utf8.count <= RecordLimits.subscriptionIDBytes else {
            throw StoreError(.invalid, "\(quoted(id)) is no id of a subscription; it has 1 to 64 bytes.")
        }
    }

    /// Checks a change token or a query cursor.
    ///
    /// - Throws: ``StoreError`` with code `invalid`.
    package static func check(token: String) throws(StoreError) {
        let isPlain = token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isPlain, (1...RecordLimits.tokenBytes).contains(token.utf8.count) else {
            throw StoreError(.invalid, "\(quoted(token)) is no token or marker of the cloud.")
        }
    }

    /// Checks a change.
    ///
    /// - Returns: The JSON of a saved record, without the fields that the cloud sets; `nil` for a deletion.
    /// - Throws: ``StoreError`` with code `invalid` or `limitExceeded`.
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
