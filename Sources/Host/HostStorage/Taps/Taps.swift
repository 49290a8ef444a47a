package import FoundationEssentials
import GRDB
import HostModel
package import JSON
import SQLiteSupport
package import TodayProtocol

/// A recorded tap of a person on a surface.
package struct TapRecord: Hashable, Sendable {
    package let id: TapID
    package let target: TapTarget
    /// The data from the surface: the action's data, the inputs and the URL of a scene.
    package let payload: JSONValue
    package let received: Date
    package let state: TapState
}

package enum TapState: Hashable, Sendable {
    case pending
    case done(TapResult)
    /// All attempts failed.
    case failed(TapResult)
}

package struct TapResult: Hashable, Sendable {
    package let outcome: JSONValue
    package let effects: Revision
    package let finished: Date
}

package enum TapTarget: Hashable, Sendable {
    case widget(WidgetID)
    case app(AppID)

    var stored: (kind: String, name: String) {
        switch self {
        case .widget(let id): ("widget", id.rawValue)
        case .app(let id): ("app", id.rawValue)
        }
    }

    init?(kind: String, name: String) {
        switch kind {
        case "widget": self = .widget(WidgetID(name))
        case "app": self = .app(AppID(name))
        default: return nil
        }
    }
}

/// Records or finishes a tap.
///
/// A tap is recorded before it is performed, and finished in the transaction of its effects, so that the effects occur
/// exactly once, however often the tap is sent and performed.
package enum TapOperation: Hashable, Sendable {
    package static let pendingLimit = 1000
    /// The largest number of finished taps that are kept.
    package static let finishedLimit = 10_000
    /// Time for which a finished tap is kept, in seconds.
    package static let finishedLifetime = 30 * 86_400.0
    package static let payloadBytes = 1024 * 1024
    package static let outcomeBytes = 256 * 1024
    /// The largest size of a finished tap's payload, in bytes; a larger one, such as a shared image, is deleted when
    /// the tap is finished.
    package static let finishedPayloadBytes = 64 * 1024
    /// The largest total size of the pending taps' payloads that are larger than ``finishedPayloadBytes``, in bytes.
    package static let largePayloadsBytes = 32 * 1024 * 1024

    /// Records a tap; the outcome is `known` if a tap with the same id exists.
    case record(TapID, target: TapTarget, payload: JSONValue)
    /// Marks a tap as performed; refused with code `alreadyFinished` if it is not pending.
    case finish(TapID, outcome: JSONValue)
    /// Marks a tap as failed; refused with code `alreadyFinished` if it is not pending.
    case fail(TapID, outcome: JSONValue)
    /// Deletes finished taps that are too old, and the oldest beyond the limit; recording taps does so occasionally.
    case prune
}

extension TransactionContext {
    func apply(_ operation: TapOperation) throws -> OperationOutcome {
        switch operation {
        case .record(let id, let target, let payload): return try recordTap(id, target: target, payload: payload)
        case .finish(let id, let outcome): return try finishTap(id, as: "done", outcome: outcome)
        case .fail(let id, let outcome): return try finishTap(id, as: "failed", outcome: outcome)
        case .prune:
            try pruneTaps()
            return .unchanged
        }
    }

    private func recordTap(_ id: TapID, target: TapTarget, payload: JSONValue) throws -> OperationOutcome {
        if let known = try reader.tap(id) { return .known(known) }
        guard id.isValid else {
            throw StoreError(.invalid, "A tap's id is 1 to 64 of the characters A-Z a-z 0-9 . _ -")
        }
        let text = try text(of: payload, of: id, limit: TapOperation.payloadBytes)
        guard try reader.pendingTapCount() < TapOperation.pendingLimit else {
            throw StoreError(.limitExceeded, "\(TapOperation.pendingLimit) taps wait to be performed already.")
        }
        if text.utf8.count > TapOperation.finishedPayloadBytes {
            guard try reader.largePendingTapBytes() + text.utf8.count <= TapOperation.largePayloadsBytes else {
                throw StoreError(.limitExceeded, .tooMuchWaitsForSharing)
            }
        }
        try run(
            "INSERT INTO tap (id, targetKind, targetID, payload, received, state) VALUES (?, ?, ?, ?, ?, 'pending')",
            [id, target.stored.kind, target.stored.name, text, now]
        )
        if database.lastInsertedRowID % 256 == 0 { try pruneTaps() }
        return record(.tap(id))
    }

    private func finishTap(_ id: TapID, as state: String, outcome: JSONValue) throws -> OperationOutcome {
        guard let tap = try reader.tap(id) else {
            throw StoreError(.notFound, "There is no tap \(id); it was never recorded, or has been discarded.")
        }
        guard tap.state == .pending else {
            throw StoreError(.alreadyFinished, "The tap \(id) was finished before.")
        }
        let text = try text(of: outcome, of: id, limit: TapOperation.outcomeBytes)
        try run(
            """
            UPDATE tap SET state = ?, outcome = ?, effects = ?, finished = ?,
                payload = CASE WHEN length(payload) > ? THEN 'null' ELSE payload END
            WHERE id = ?
            """,
            [state, text, revision, now, TapOperation.finishedPayloadBytes, id]
        )
        return record(.tap(id))
    }

    private func pruneTaps() throws {
        let oldest = now.addingTimeInterval(-TapOperation.finishedLifetime).storedMilliseconds
        try run("DELETE FROM tap WHERE finished IS NOT NULL AND finished < ?", [oldest])
        try run(
            """
            DELETE FROM tap WHERE number IN (
                SELECT number FROM tap WHERE finished IS NOT NULL
                ORDER BY finished DESC, number DESC LIMIT -1 OFFSET ?)
            """,
            [TapOperation.finishedLimit]
        )
    }

    private func text(of value: JSONValue, of id: TapID, limit: Int) throws(StoreError) -> String {
        let text = value.jsonText
        guard text.utf8.count <= limit else {
            throw StoreError(.limitExceeded, "The tap \(id) carries more than \(limit) bytes.")
        }
        return text
    }
}

extension DurableReader {
    private static let tapColumns = "id, targetKind, targetID, payload, received, state, outcome, effects, finished"

    package func tap(_ id: TapID) throws -> TapRecord? {
        try first("SELECT \(Self.tapColumns) FROM tap WHERE id = ?", [id]).map(Self.tap)
    }

    /// Reads the pending taps in the order in which they were recorded.
    package func pendingTaps() throws -> [TapRecord] {
        try all("SELECT \(Self.tapColumns) FROM tap WHERE state = 'pending' ORDER BY number").map(Self.tap)
    }

    package func pendingTapCount() throws -> Int {
        try number("SELECT count(*) FROM tap WHERE state = 'pending'")
    }

    /// Reads the total size of the pending taps' payloads that are larger than ``TapOperation/finishedPayloadBytes``.
    func largePendingTapBytes() throws -> Int {
        let size = "length(CAST(payload AS BLOB))"
        return try number(
            "SELECT coalesce(sum(\(size)), 0) FROM tap WHERE state = 'pending' AND \(size) > ?",
            [TapOperation.finishedPayloadBytes]
        )
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
