import Crypto
import FoundationEssentials
import GRDB
package import HostModel
import JSON
import SQLiteSupport
package import TodayProtocol

/// The table of the audit log.
///
/// Each entry contains a hash of itself and the preceding hash: changing or removing an entry requires changing all
/// later ones, including the last hash, which a person may have noted. The newest ``limit`` entries are kept; the hash
/// of the last removed one is kept too, so that the chain can still be checked from its first link.
package enum AuditTable {
    package static let limit = 10_000
    /// Number of entries beyond ``limit`` that may remain, so that entries are removed in groups.
    fileprivate static let slack = 500
    /// The hash before the first entry.
    private static let start = String(repeating: "0", count: 64)

    /// The tables; the anchor is the hash before the oldest entry.
    static let schema = """
        CREATE TABLE audit (
            number INTEGER PRIMARY KEY, date INTEGER NOT NULL, kind TEXT NOT NULL, appID TEXT, appName TEXT,
            detail TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
        CREATE INDEX auditByApp ON audit (appID, number) WHERE appID IS NOT NULL;
        CREATE TABLE auditAnchor (id INTEGER PRIMARY KEY CHECK (id = 1), hash TEXT NOT NULL) STRICT;
        """

    fileprivate static func anchor(in database: Database) throws -> String {
        try database.row("SELECT hash FROM auditAnchor")?[0] ?? start
    }

    fileprivate static func entry(_ row: Row) -> AuditEntry? {
        guard let kind = AuditEvent.Kind(rawValue: row[2]) else { return nil }
        let app: String? = row[3]
        return AuditEntry(
            number: row[0],
            date: Date(storedMilliseconds: row[1]),
            kind: kind,
            app: app.map { AppID($0) },
            appName: row[4],
            detail: row[5],
            hash: row[6]
        )
    }

    /// Returns the hash of an entry, in which the length of each part precedes it, so that parts cannot be confused.
    fileprivate static func hash(of entry: AuditEntry, after previous: String) -> String {
        var hash = SHA256()
        let parts = [
            previous, String(entry.number), String(entry.date.storedMilliseconds), entry.kind.rawValue,
            entry.app?.rawValue ?? "", entry.appName ?? "", entry.detail,
        ]
        for part in parts {
            hash.update(data: Array("\(part.utf8.count):".utf8))
            hash.update(data: Array(part.utf8))
        }
        return hash.finalize().hexadecimalDigits
    }

    /// Checks the whole chain, and returns the number of the first entry that does not follow from the one before it.
    static func firstBrokenEntry(in database: Database) throws -> Int64? {
        var previous = try anchor(in: database)
        var expected: Int64?
        let rows = try database.rows(
            "SELECT number, date, kind, appID, appName, detail, hash FROM audit ORDER BY number"
        )
        for row in rows {
            let number: Int64 = row[0]
            guard let entry = entry(row), number == expected ?? number,
                entry.hash == hash(of: entry, after: previous)
            else { return number }
            (previous, expected) = (entry.hash, number + 1)
        }
        return nil
    }
}

extension TransactionContext {
    func apply(_ event: AuditEvent) throws -> OperationOutcome {
        try audit(event)
        return record(.audit)
    }

    /// Adds an entry to the audit log, for a change that the operation reports itself.
    func audit(_ event: AuditEvent) throws {
        let last = try first("SELECT number, hash FROM audit ORDER BY number DESC LIMIT 1")
        var entry = AuditEntry(
            number: (last?[0] ?? 0) + 1,
            date: Date(storedMilliseconds: now.storedMilliseconds),
            kind: event.kind,
            app: event.app,
            appName: try event.app.flatMap { try reader.app($0)?.name },
            detail: event.detail,
            hash: ""
        )
        entry.hash = AuditTable.hash(of: entry, after: try last?[1] ?? AuditTable.anchor(in: database))
        try run(
            "INSERT INTO audit (number, date, kind, appID, appName, detail, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [entry.number, entry.date, entry.kind.rawValue, entry.app, entry.appName, entry.detail, entry.hash]
        )
        if entry.number % Int64(AuditTable.slack) == 0 { try trimAudit(entry.number - Int64(AuditTable.limit)) }
    }

    private func trimAudit(_ number: Int64) throws {
        guard let row = try first("SELECT hash FROM audit WHERE number = ?", [number]) else { return }
        let hash: String = row[0]
        try run("INSERT OR REPLACE INTO auditAnchor (id, hash) VALUES (1, ?)", [hash])
        try run("DELETE FROM audit WHERE number <= ?", [number])
    }
}

extension DurableReader {
    /// Reads entries of the audit log before one of them, newest first, of one app or of all.
    package func auditEntries(of app: AppID? = nil, before number: Int64? = nil, limit: Int) throws -> [AuditEntry] {
        try all(
            """
            SELECT number, date, kind, appID, appName, detail, hash FROM audit
            WHERE number < ?1 AND (?2 IS NULL OR appID = ?2) ORDER BY number DESC LIMIT ?3
            """,
            [number ?? .max, app, limit]
        ).compactMap(AuditTable.entry)
    }

    /// Checks the whole chain of the audit log, and returns the number of the first entry that breaks it.
    package func firstBrokenAuditEntry() throws -> Int64? { try AuditTable.firstBrokenEntry(in: database) }
}
