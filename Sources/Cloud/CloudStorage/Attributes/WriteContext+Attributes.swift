import SQLStore
import SQLiteSupport

// In a table of attributes, a row without a value is a tombstone: it records when an attribute was removed, so that an
// older value that arrives late is ignored.

private struct AttributeMark {
    var isSet: Bool
    var modified: Int64
}

extension WriteContext {
    /// Changes the attributes of one owner, except for changes that are older than the stored value; returns `false` if
    /// new attributes beyond ``CloudStore/attributeLimit`` were not stored.
    func apply(
        _ changes: [AttributeChange],
        to kind: OwnerKind,
        _ number: Int64,
        of app: AppNumber
    ) throws -> Bool {
        var marks = try attributeMarks(of: kind, number)
        var remaining = CloudStore.attributeLimit - marks.values.count { $0.isSet }
        var fits = true
        for change in changes {
            let modified = min(change.date ?? now, now).storedMilliseconds
            let known = marks[change.key]
            if let known, known.modified > modified { continue }
            let (wasSet, isSet) = (known?.isSet ?? false, change.value != nil)
            guard remaining > 0 || !isSet || wasSet else {
                fits = false
                continue
            }
            try save(change, modified, to: kind, number, of: app)
            marks[change.key] = AttributeMark(isSet: isSet, modified: modified)
            remaining += (wasSet ? 1 : 0) - (isSet ? 1 : 0)
        }
        try forgetRemovals(marks, of: kind, number, app)
        return fits
    }

    private func attributeMarks(of kind: OwnerKind, _ number: Int64) throws -> [String: AttributeMark] {
        let marks = try map(
            """
            SELECT key, text IS NOT NULL OR number IS NOT NULL OR date IS NOT NULL, modified FROM \(kind.attributeTable)
            WHERE \(kind.owner) = ?
            """,
            [number]
        ) { ($0[0] as String, AttributeMark(isSet: $0[1], modified: $0[2])) }
        return Dictionary(marks) { $1 }
    }

    private func save(
        _ change: AttributeChange,
        _ modified: Int64,
        to kind: OwnerKind,
        _ number: Int64,
        of app: AppNumber
    ) throws {
        var text: String?
        var date: Int64?
        if case .text(let value) = change.value { text = value }
        if case .date(let value) = change.value { date = value.storedMilliseconds }
        try run(
            """
            INSERT INTO \(kind.attributeTable) (appNumber, key, \(kind.owner), text, number, date, modified)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (appNumber, key, \(kind.owner)) DO UPDATE SET
            text = excluded.text, number = excluded.number, date = excluded.date, modified = excluded.modified
            """,
            [app, change.key, number, text, change.value?.numericValue, date, modified]
        )
    }

    /// Deletes the oldest tombstones beyond ``CloudStore/attributeLimit``.
    private func forgetRemovals(
        _ marks: [String: AttributeMark],
        of kind: OwnerKind,
        _ number: Int64,
        _ app: AppNumber
    ) throws {
        let removals = marks.filter { !$0.value.isSet }
        guard removals.count > CloudStore.attributeLimit else { return }
        let oldest = removals.sorted { $0.value.modified < $1.value.modified }
        for (key, _) in oldest.prefix(removals.count - CloudStore.attributeLimit) {
            try run(
                "DELETE FROM \(kind.attributeTable) WHERE appNumber = ? AND key = ? AND \(kind.owner) = ?",
                [app, key, number]
            )
        }
    }
}
