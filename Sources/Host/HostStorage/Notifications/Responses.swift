package import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
package import TodayProtocol

/// The response of a person to a notification, stored until its app has acknowledged it.
package struct ResponseRecord: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case pending
        case acknowledged(Date)
        /// All attempts failed; the value is the reason of the last failure, as a sentence.
        case failed(reason: LocalizableText)
    }

    /// Ascending number, which is the order in which apps receive responses.
    package var number: Int64
    package var app: AppID
    package var response: NotificationResponse
    package var notification: DeliveredID
    package var date: Date
    package var state: State
}

package enum ResponseOperation: Hashable, Sendable {
    /// The largest number of pending and failed responses of one app.
    package static let unfinishedLimit = 1000
    /// The largest number of acknowledged responses of one app that are kept.
    package static let acknowledgedLimit = 1000
    /// Time for which an acknowledged response is kept, in seconds.
    package static let acknowledgedLifetime = 24.0 * 60 * 60
    /// Number of bytes after which a reason is cut.
    package static let reasonBytes = 1000

    /// Withdraws a delivered notification and records the response in one commit.
    ///
    /// The first response wins: the outcome is `unchanged` if the notification no longer exists or nobody waits for the
    /// action any more. If a push brought it, the answer is queued for the cloud, like that of ``dismiss(_:)``, so that
    /// the notification disappears from the person's other devices.
    ///
    /// Refused with code `limitExceeded` beyond ``unfinishedLimit``, and with `invalid` unless the id is new and has 1
    /// to 128 bytes.
    case respond(DeliveredID, id: String, action: String, text: String?, on: TraceSurface? = nil)
    /// Withdraws a delivered notification without a response; `unchanged` if it no longer exists.
    case dismiss(DeliveredID)
    /// Acknowledges a response; refused with code `alreadyFinished` if it is not pending, and with `notFound` if it
    /// does not exist. Deletes old acknowledged responses, and the app's oldest beyond ``acknowledgedLimit``.
    case acknowledge(String)
    /// Marks a pending response as failed; refused in the same cases as ``acknowledge(_:)``.
    case fail(String, reason: LocalizableText)
    /// Makes a failed response pending again at its old position; `unchanged` if it has not failed, and refused with
    /// code `notFound` if it does not exist.
    case retry(String)
    /// Deletes a failed or acknowledged response; `unchanged` if it does not exist or is pending.
    case discard(String)
}

extension TransactionContext {
    func apply(_ operation: ResponseOperation) throws -> OperationOutcome {
        switch operation {
        case .respond(let notification, let id, let action, let text, let surface):
            guard let delivered = try reader.requireDelivered(notification) else { return .unchanged }
            let others = [NotificationAction.defaultIdentifier, NotificationAction.dismissIdentifier]
            if delivered.request.content.asker == .gone, !others.contains(action) { return .unchanged }
            try recordResponse(id, to: delivered, action: action, text: text)
            try recordAnswer(notification)
            let isDismissal = action == NotificationAction.dismissIdentifier
            let hop = TraceHop(isDismissal ? .dismissed : .actedOn, on: surface, detail: isDismissal ? nil : action)
            _ = try withdraw(notification, because: hop)
            return record(.responses(delivered.app))
        case .dismiss(let notification):
            try recordAnswer(notification)
            return try withdraw(notification, because: TraceHop(.dismissed))
                ? .changed : .unchanged
        case .acknowledge(let id): return try finishResponse(id, as: .acknowledged(now))
        case .fail(let id, let reason): return try finishResponse(id, as: .failed(reason: reason))
        case .retry(let id): return try retryResponse(id)
        case .discard(let id): return try discardResponse(id)
        }
    }
}

extension TransactionContext {
    func recordResponse(_ id: String, to delivered: DeliveredRecord, action: String, text: String?) throws {
        let app = delivered.app
        guard (1...128).contains(id.utf8.count) else {
            throw StoreError(.invalid, "A response's id has 1 to 128 bytes.")
        }
        guard try state(of: id) == nil else {
            throw StoreError(.invalid, "The response \(id) is there already.")
        }
        let unfinished = "SELECT count(*) FROM notificationResponse WHERE appID = ? AND state <> 'acknowledged'"
        guard try number(unfinished, [app]) < ResponseOperation.unfinishedLimit else {
            throw StoreError(
                .limitExceeded,
                """
                \(ResponseOperation.unfinishedLimit) responses to notifications of \(app) wait or failed already; \
                retry or discard those that failed.
                """
            )
        }
        let notification = delivered.notification
        let identifier = notification.request.identifier
        try run(
            """
            INSERT INTO notificationResponse
                (id, appID, identifier, deliveredID, notification, action, text, date, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending')
            """,
            [
                id, app, identifier, delivered.id,
                try StoredJSON.text(notification, of: "The notification \(identifier) of \(app)"), action, text,
                now,
            ]
        )
    }

    func finishResponse(_ id: String, as ending: ResponseRecord.State) throws -> OperationOutcome {
        guard let (app, old) = try state(of: id) else { throw StoreError(.notFound, .noSuchResponse(id)) }
        guard old == "pending" else {
            throw StoreError(.alreadyFinished, "The response \(id) to a notification of \(app) was finished before.")
        }
        switch ending {
        case .pending:
            return .unchanged
        case .acknowledged(let date):
            try run(
                "UPDATE notificationResponse SET state = 'acknowledged', acknowledged = ? WHERE id = ?",
                [date, id]
            )
            try pruneResponses(app)
        case .failed(let reason):
            try run(
                "UPDATE notificationResponse SET state = 'failed', reason = ? WHERE id = ?",
                [reason.stored(bytes: ResponseOperation.reasonBytes), id]
            )
        }
        return record(.responses(app))
    }

    func retryResponse(_ id: String) throws -> OperationOutcome {
        guard let (app, old) = try state(of: id) else { throw StoreError(.notFound, .noSuchResponse(id)) }
        guard old == "failed" else { return .unchanged }
        try run("UPDATE notificationResponse SET state = 'pending', reason = NULL WHERE id = ?", [id])
        return record(.responses(app))
    }

    func discardResponse(_ id: String) throws -> OperationOutcome {
        guard let (app, old) = try state(of: id), old != "pending" else { return .unchanged }
        try run("DELETE FROM notificationResponse WHERE id = ?", [id])
        return record(.responses(app))
    }

    private func state(of id: String) throws -> (app: AppID, state: String)? {
        try first("SELECT appID, state FROM notificationResponse WHERE id = ?", [id])
            .map { (AppID($0[0]), $0[1]) }
    }

    /// Deletes old acknowledged responses of all apps, and those beyond the limit of one app.
    private func pruneResponses(_ app: AppID) throws {
        let oldest = now.addingTimeInterval(-ResponseOperation.acknowledgedLifetime).storedMilliseconds
        try run("DELETE FROM notificationResponse WHERE acknowledged IS NOT NULL AND acknowledged < ?", [oldest])
        try run(
            """
            DELETE FROM notificationResponse WHERE number IN (
                SELECT number FROM notificationResponse WHERE appID = ? AND acknowledged IS NOT NULL
                ORDER BY acknowledged DESC, number DESC LIMIT -1 OFFSET ?)
            """,
            [app, ResponseOperation.acknowledgedLimit]
        )
    }
}

/// Reads of responses, which skip and log damaged rows.
extension DurableReader {
    package func pendingResponses() throws -> [ResponseRecord] {
        try responses("WHERE state = 'pending' ORDER BY number")
    }

    package func respondingApps() throws -> Set<AppID> {
        Set(try all("SELECT DISTINCT appID FROM notificationResponse WHERE state = 'pending'").map { AppID($0[0]) })
    }

    package func nextResponse(of app: AppID) throws -> ResponseRecord? {
        try responses("WHERE appID = ? AND state = 'pending' ORDER BY number", [app], limit: 1).first
    }

    package func failedResponses() throws -> [ResponseRecord] {
        try responses("WHERE state = 'failed' ORDER BY number")
    }

    /// Reads one response; `nil` if it was never recorded, or was deleted.
    package func response(_ id: String) throws -> ResponseRecord? {
        try responses("WHERE id = ?", [id], limit: 1).first
    }

    package func lastResponse(of app: AppID, to identifier: String) throws -> ResponseRecord? {
        try responses("WHERE appID = ? AND identifier = ? ORDER BY number DESC", [app, identifier], limit: 1).first
    }

    private func responses(_ rest: String, _ values: StoredValues = [], limit: Int = .max) throws -> [ResponseRecord] {
        try readableRows(
            """
            SELECT number, id, appID, deliveredID, notification, action, text, date, acknowledged, reason
            FROM notificationResponse \(rest)
            """,
            values,
            limit: limit,
            Self.response
        )
    }

    private static func response(_ row: Row) throws(StoreError) -> ResponseRecord {
        let id: String = row[1]
        let app: String = row[2]
        let reason: String? = row[9]
        let state =
            row.date(8).map(ResponseRecord.State.acknowledged)
            ?? reason.map { .failed(reason: LocalizableText(stored: $0)) } ?? .pending
        return ResponseRecord(
            number: row[0],
            app: AppID(app),
            response: NotificationResponse(
                id: id,
                notification: try StoredJSON.value(row[4], of: "the response \(id) to a notification of \(app)"),
                actionIdentifier: row[5],
                text: row[6]
            ),
            notification: DeliveredID(rawValue: row[3]),
            date: Date(storedMilliseconds: row[7]),
            state: state
        )
    }
}
