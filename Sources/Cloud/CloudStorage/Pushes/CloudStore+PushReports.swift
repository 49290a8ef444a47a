package import FoundationEssentials
import SQLStore
import SQLiteSupport

/// The counts of a push on channels of one type, or of its message in inboxes.
package struct PushCount: Hashable, Sendable {
    /// The number of channels that received the push, or of inboxes that received its message.
    package var sends = 0
    /// The number of inboxes in which the message was read.
    package var responses = 0
    /// The number of inboxes whose readers deleted the message.
    package var deletions = 0
}

package struct PushReport: Hashable, Sendable {
    package let id: PushID
    package let created: Date
    /// The counts by the type of the channels: `ios`, `open::NAME`.
    package var channels: [String: PushCount]
    package var message: PushCount
}

extension CloudStore {
    /// Returns the reports on pushes of an app, at most ``pageLimit``, in the order in which they were accepted.
    package func pushReports(_ ids: [PushID], of app: AppNumber) async throws(CloudStoreError) -> [PushReport] {
        try await read { database in
            var reports: [Int64: PushReport] = [:]
            for id in Set(ids) {
                let row = try database.row(
                    "SELECT number, created FROM push WHERE id = ? AND appNumber = ?",
                    [id, app]
                )
                guard let row, let number: Int64 = row["number"] else { continue }
                var report = PushReport(id: id, created: row.date("created"), channels: [:], message: PushCount())
                for row in try database.rows("SELECT * FROM pushCount WHERE pushNumber = ?", [number]) {
                    let count = PushCount(
                        sends: row["sends"],
                        responses: row["responses"],
                        deletions: row["deletions"]
                    )
                    let type: String = row["type"]
                    if type == PushCount.messageType { report.message = count } else { report.channels[type] = count }
                }
                reports[number] = report
            }
            return reports.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}

extension PushCount {
    /// The type under which the counts of a message are stored, in place of a channel type.
    fileprivate static let messageType = "message"
}

extension WriteContext {
    func add(_ count: PushCount, to push: PushNumber, type: String) throws {
        guard count != PushCount() else { return }
        try run(
            """
            INSERT INTO pushCount (pushNumber, type, sends, responses, deletions) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (pushNumber, type) DO UPDATE SET sends = pushCount.sends + excluded.sends,
            responses = pushCount.responses + excluded.responses, deletions = pushCount.deletions + excluded.deletions
            """,
            [push, type, count.sends, count.responses, count.deletions]
        )
    }

    func add(_ count: PushCount, toMessageOf push: PushNumber) throws {
        try add(count, to: push, type: PushCount.messageType)
    }

    /// Adds to the counts of a message, unless its push was removed.
    func add(_ count: PushCount, toMessage message: CloudMessageID) throws {
        let push: PushNumber? = try value(
            "SELECT number FROM push WHERE messageNumber = (SELECT number FROM message WHERE id = ?)",
            [message]
        )
        if let push { try add(count, toMessageOf: push) }
    }
}
