import SQLStore
import SQLiteSupport

extension CloudStore {
    /// Changes records of a zone, and notifies subscribers in the same commit.
    ///
    /// The operations, at most ``CloudRecordLimits/operations``, are performed in order. If the batch is atomic, all must
    /// succeed for any to take effect; by default it is atomic except in the default zone.
    ///
    /// - Returns: The outcome of each operation in the same order; a failure if the zone does not exist. Once the saved
    ///   records have ``CloudRecordLimits/answerSize`` bytes, further operations fail with `tryAgainLater`, or with
    ///   `quotaExceeded` in an atomic batch.
    package func modifyRecords(
        _ operations: [CloudRecordOperation],
        in zone: String,
        of database: CloudRecordDatabase,
        by author: CloudRecordAuthor,
        isAtomic: Bool? = nil,
        notifications: RecordNotificationSettings
    ) async throws(CloudStoreError) -> Result<[CloudRecordOutcome], CloudRecordFailure> {
        let isAtomic = isAtomic ?? (zone != Self.defaultZone)
        return try await write(.rowLocks) { context in
            try context.lockRecords(of: database.number)
            guard let found = try context.zone(zone, of: database.number) else {
                return .failure(.noZone(zone))
            }
            let request = RecordRequest(
                context: context,
                database: database,
                zone: found,
                author: author,
                isAtomic: isAtomic
            )
            let writer = try RecordWriter(request, notifications: notifications)
            guard isAtomic else {
                let outcomes = try operations.map { try writer.perform($0) }
                try writer.finish()
                return .success(outcomes)
            }
            var outcomes: [CloudRecordOutcome] = []
            try context.savepoint {
                outcomes = Self.marking(
                    try operations.map { try writer.perform($0) },
                    try writer.recordsWithMissingTargets()
                )
                if outcomes.contains(where: \.hasFailed) { return false }
                try writer.finish()
                return true
            }
            guard outcomes.contains(where: \.hasFailed) else { return .success(outcomes) }
            return .success(
                zip(operations, outcomes).map { operation, outcome in
                    outcome.hasFailed ? outcome : .failed(name: operation.name, .otherFailed)
                }
            )
        }
    }

    /// Returns records of a zone by name, at most ``CloudRecordLimits/operations``.
    ///
    /// - Returns: The outcome for each name in the same order: the record, or a failure if it does not exist; a failure
    ///   for the whole request if the zone does not exist, or with `quotaExceeded` if the records have more than
    ///   ``CloudRecordLimits/answerSize`` bytes.
    package func records(
        _ names: [String],
        in zone: String,
        of database: CloudRecordDatabase
    ) async throws(CloudStoreError) -> Result<[CloudRecordOutcome], CloudRecordFailure> {
        try await read { connection in
            guard let found = try connection.zone(zone, of: database.number) else { return .failure(.noZone(zone)) }
            var size = 0
            var outcomes: [CloudRecordOutcome] = []
            for name in names {
                let row = try connection.row(
                    "\(CloudRecord.query) WHERE record.zoneNumber = ? AND record.name = ? AND record.isDeleted = 0",
                    [found.number, name]
                )
                guard let record = row.map(CloudRecord.init) else {
                    let failure = CloudRecordFailure(.notFound, "The record does not exist.")
                    outcomes.append(.failed(name: name, failure))
                    continue
                }
                size += record.fieldText.utf8.count
                guard size <= CloudRecordLimits.answerSize else {
                    return .failure(
                        CloudRecordFailure(
                            .quotaExceeded,
                            "These records have more than \(CloudRecordLimits.answerSize) bytes; ask for fewer."
                        )
                    )
                }
                outcomes.append(.saved(record))
            }
            return .success(outcomes)
        }
    }

    /// Replaces the outcomes of records whose references lead to missing records by failures.
    private static func marking(_ outcomes: [CloudRecordOutcome], _ names: Set<String>) -> [CloudRecordOutcome] {
        guard !names.isEmpty else { return outcomes }
        return outcomes.map { outcome in
            guard case .saved(let record) = outcome, names.contains(record.name) else { return outcome }
            return .failed(
                name: record.name,
                CloudRecordFailure(.validatingReferenceError, "The record refers to a record that does not exist.")
            )
        }
    }
}

extension CloudRecordOutcome {
    package var hasFailed: Bool {
        if case .failed = self { true } else { false }
    }
}

extension CloudRecordFailure {
    /// Returns the failure of a request about a missing zone.
    package static func noZone(_ name: String) -> CloudRecordFailure {
        CloudRecordFailure(.zoneNotFound, "The zone does not exist.")
    }

    /// Returns the failure of an operation whose answer would not fit; the rest of an atomic batch cannot be sent
    /// later.
    static func largeAnswer(isAtomic: Bool) -> CloudRecordFailure {
        let size = CloudRecordLimits.answerSize
        return isAtomic
            ? CloudRecordFailure(.quotaExceeded, "The records of the batch have more than \(size) bytes; send fewer.")
            : CloudRecordFailure(.tryAgainLater, "The records before have \(size) bytes; send this operation again.")
    }

    /// The failure of an operation that was undone because another one of its batch failed.
    static var otherFailed: CloudRecordFailure {
        CloudRecordFailure(.atomicError, "Another operation of the batch failed, so this one had no effect.")
    }
}
