import FoundationEssentials
import GRDB
import JSON
import SQLiteSupport
package import TodayProtocol

extension DurableReader {
    private static let tapColumns = "id, targetKind, targetID, payload, received, state, outcome, effects, finished"

    /// Reads a tap; `nil` if it was never recorded, or was deleted.
    package func tap(_ id: TapID) throws -> TapRecord? {
        try database.row("SELECT \(Self.tapColumns) FROM tap WHERE id = ?", [id.rawValue]).map(Self.tap)
    }

    /// Reads the pending taps in the order in which they were recorded.
    package func pendingTaps() throws -> [TapRecord] {
        try database.rows("SELECT \(Self.tapColumns) FROM tap WHERE state = 'pending' ORDER BY number").map(Self.tap)
    }

    /// Reads the number of pending taps.
    package func pendingTapCount() throws -> Int {
        try database.row("SELECT count(*) FROM tap WHERE state = 'pending'")?[0] ?? 0
    }

    /// Reads the total size of the pending taps' payloads that are larger than ``TapOperation/finishedPayloadBytes``.
    func largePendingTapBytes() throws -> Int {
        let size = "length(CAST(payload AS BLOB))"
        return try database.row(
            "SELECT coalesce(sum(\(size)), 0) FROM tap WHERE state = 'pending' AND \(size) > ?",
            [TapOperation.finishedPayloadBytes]
        )?[0] ?? 0
    }

    private static func tap(_ row: Row) throws -> TapRecord {
        let id: String = row[0]
        let payload: String = row[3]
        guard let target = TapTarget(kind: row[1], name: row[2]), let payload = try? JSONValue(parsing: payload) else {
            throw StoreError.damaged("the tap \(id)")
        }
        return TapRecord(
            id: TapID(id),
            target: target,
            payload: payload,
            received: Date(storedMilliseconds: row[4]),
            state: try state(row, of: id)
        )
    }

    private static func state(_ row: Row, of id: String) throws -> TapState {
        let name: String = row[5]
        guard name != "pending" else { return .pending }
        let outcome: String? = row[6]
        let effects: Int64? = row[7]
        let finished: Int64? = row[8]
        guard let outcome, let effects, let finished, let outcome = try? JSONValue(parsing: outcome) else {
            throw StoreError.damaged("the tap \(id)")
        }
        let result = TapResult(
            outcome: outcome,
            effects: Revision(effects),
            finished: Date(storedMilliseconds: finished)
        )
        return name == "done" ? .done(result) : .failed(result)
    }
}
