import FoundationEssentials
import GRDB
import StoreSupport

/// One of the two tables of attributes.
///
/// A row without a value tells when an attribute was taken away, so that an older value that comes late stays away.
struct AttributeTable {
    /// What is known of an attribute before it changes.
    private struct Mark {
        var isSet: Bool
        var modified: Int64
    }

    static let channels = AttributeTable(name: "channelAttribute", owner: "channelNumber")
    static let namedUsers = AttributeTable(name: "namedUserAttribute", owner: "namedUserNumber")

    let name: String
    let owner: String

    /// Changes the attributes of one owner; what is older than what is there is passed over.
    ///
    /// - Returns: Whether there was room for everything.
    func apply(
        _ changes: [AttributeChange],
        to number: Int64,
        of app: AppNumber,
        now: Date,
        in database: Database
    ) throws -> Bool {
        var marks = try marks(of: number, in: database)
        var room = CloudStore.attributeLimit - marks.values.count { $0.isSet }
        var fits = true
        for change in changes {
            let modified = min(change.date ?? now, now).storedMilliseconds
            let known = marks[change.key]
            if let known, known.modified > modified { continue }
            let (wasSet, isSet) = (known?.isSet ?? false, change.value != nil)
            guard room > 0 || !isSet || wasSet else {
                fits = false
                continue
            }
            try save(change, modified, to: number, of: app, in: database)
            marks[change.key] = Mark(isSet: isSet, modified: modified)
            room += (wasSet ? 1 : 0) - (isSet ? 1 : 0)
        }
        try forgetRemovals(marks, of: number, app, in: database)
        return fits
    }

    private func marks(of number: Int64, in database: Database) throws -> [String: Mark] {
        let rows = try database.rows(
            "SELECT key, coalesce(text, number, date) IS NOT NULL, modified FROM \(name) WHERE \(owner) = ?",
            [number]
        )
        return Dictionary(rows.map { ($0[0], Mark(isSet: $0[1], modified: $0[2])) }) { $1 }
    }

    private func save(
        _ change: AttributeChange,
        _ modified: Int64,
        to number: Int64,
        of app: AppNumber,
        in database: Database
    ) throws {
        var text: String?
        var date: Int64?
        if case .text(let value) = change.value { text = value }
        if case .date(let value) = change.value { date = value.storedMilliseconds }
        try database.run(
            """
            INSERT OR REPLACE INTO \(name) (appNumber, key, \(owner), text, number, date, modified)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [app, change.key, number, text, change.value?.numberReading, date, modified]
        )
    }

    /// Forgets the oldest removals beyond ``CloudStore/attributeLimit``.
    private func forgetRemovals(
        _ marks: [String: Mark],
        of number: Int64,
        _ app: AppNumber,
        in database: Database
    ) throws {
        let removals = marks.filter { !$0.value.isSet }
        guard removals.count > CloudStore.attributeLimit else { return }
        let oldest = removals.sorted { $0.value.modified < $1.value.modified }
        for (key, _) in oldest.prefix(removals.count - CloudStore.attributeLimit) {
            try database.run(
                "DELETE FROM \(name) WHERE appNumber = ? AND key = ? AND \(owner) = ?",
                [app, key, number]
            )
        }
    }
}
