import FoundationEssentials
import GRDB
import HostModel
package import JSON
import SQLiteSupport
package import TodayProtocol

/// Records or finishes a tap.
///
/// A tap is recorded before it is performed, and finished in the transaction of its effects, so that the effects occur
/// exactly once, however often the tap is sent and performed.
package enum TapOperation: Hashable, Sendable {
    /// The largest number of pending taps.
    package static let pendingLimit = 1000
    /// The largest number of finished taps that are kept.
    package static let finishedLimit = 10_000
    /// Time for which a finished tap is kept, in seconds.
    package static let finishedLifetime = 30 * 86_400.0
    /// The largest size of a payload, in bytes of JSON.
    package static let payloadBytes = 1024 * 1024
    /// The largest size of an outcome, in bytes of JSON.
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
    /// Deletes finished taps that are older than 30 days, and the oldest beyond 10,000; recording taps does so
    /// occasionally.
    case prune

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .record(let id, let target, let payload):
            return try TapOperation.record(id, target: target, payload: payload, in: context)
        case .finish(let id, let outcome):
            return try TapOperation.finish(id, as: "done", outcome: outcome, in: context)
        case .fail(let id, let outcome):
            return try TapOperation.finish(id, as: "failed", outcome: outcome, in: context)
        case .prune:
            try TapOperation.prune(in: context)
            return .unchanged
        }
    }

    private static func record(
        _ id: TapID,
        target: TapTarget,
        payload: JSONValue,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        if let known = try context.reader.tap(id) { return .known(known) }
        try check(id)
        let text = try TapOperation.text(of: payload, of: id, limit: payloadBytes)
        guard try context.reader.pendingTapCount() < pendingLimit else {
            throw StoreError(.limitExceeded, "\(pendingLimit) taps wait to be performed already.")
        }
        if text.utf8.count > finishedPayloadBytes {
            guard try context.reader.largePendingTapBytes() + text.utf8.count <= largePayloadsBytes else {
                throw StoreError(.limitExceeded, .tooMuchWaitsForSharing)
            }
        }
        try context.run(
            """
            INSERT INTO tap (id, targetKind, targetID, payload, received, state) VALUES (?, ?, ?, ?, ?, 'pending')
            """,
            [id.rawValue, target.kind, target.name, text, context.now.storedMilliseconds]
        )
        if context.database.lastInsertedRowID % 256 == 0 { try prune(in: context) }
        _ = context.record(.tap(id))
        let received = Date(storedMilliseconds: context.now.storedMilliseconds)
        return .recorded(TapRecord(id: id, target: target, payload: payload, received: received, state: .pending))
    }

    private static func finish(
        _ id: TapID,
        as state: String,
        outcome: JSONValue,
        in context: TransactionContext
    ) throws -> OperationOutcome {
        guard let tap = try context.reader.tap(id) else {
            throw StoreError(.notFound, "There is no tap \(id); it was never recorded, or has been discarded.")
        }
        guard tap.state == .pending else {
            throw StoreError(.alreadyFinished, "The tap \(id) was finished before.")
        }
        let text = try TapOperation.text(of: outcome, of: id, limit: outcomeBytes)
        try context.run(
            """
            UPDATE tap SET state = ?, outcome = ?, effects = ?, finished = ?,
                payload = CASE WHEN length(payload) > ? THEN 'null' ELSE payload END
            WHERE id = ?
            """,
            [
                state, text, context.revision.number, context.now.storedMilliseconds, finishedPayloadBytes, id.rawValue,
            ]
        )
        return context.record(.tap(id))
    }

    private static func prune(in context: TransactionContext) throws {
        let oldest = context.now.addingTimeInterval(-finishedLifetime).storedMilliseconds
        try context.run("DELETE FROM tap WHERE finished IS NOT NULL AND finished < ?", [oldest])
        try context.run(
            """
            DELETE FROM tap WHERE number IN (
                SELECT number FROM tap WHERE finished IS NOT NULL
                ORDER BY finished DESC, number DESC LIMIT -1 OFFSET ?)
            """,
            [finishedLimit]
        )
    }

    private static func check(_ id: TapID) throws(StoreError) {
        let isWellFormed = id.rawValue.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
            default: false
            }
        }
        guard isWellFormed, (1...64).contains(id.rawValue.utf8.count) else {
            throw StoreError(.invalid, "A tap's id is 1 to 64 of the characters A-Z a-z 0-9 . _ -")
        }
    }

    private static func text(of value: JSONValue, of id: TapID, limit: Int) throws(StoreError) -> String {
        let text = value.jsonText
        guard text.utf8.count <= limit else {
            throw StoreError(.limitExceeded, "The tap \(id) carries more than \(limit) bytes.")
        }
        return text
    }
}
