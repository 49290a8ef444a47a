package import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
package import TodayProtocol

/// A trace to which a name may refer.
package struct TraceReference: Hashable, Sendable {
    /// The criterion that selects the hops of a trace.
    package enum Key: Hashable, Sendable {
        /// The hops of a delivered notification and of the pushes that it shows.
        case notification(DeliveredID)
        /// The hops of a push.
        case push(String)
        /// The hops of all notifications with an identifier.
        case identifier(String)
    }

    package var app: AppID
    /// The complete id that matched.
    package var id: String
    package var key: Key
}

extension DurableReader {
    /// Finds the traces to which a name refers.
    ///
    /// A number refers to a delivered notification if one with that id is in the traces; other names are ids of pushes
    /// and messages, or identifiers of notifications. Complete ids take precedence; only if none matches is the name
    /// taken as the beginning of the id of a push or a message, or of an identifier.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - app: The only app whose traces are searched; `nil` for all.
    ///   - takesPrefix: `true` if the name may be the beginning of an id.
    /// - Returns: The traces, without duplicates.
    /// - Throws: The error of SQLite.
    package func traces(named name: String, of app: AppID?, takesPrefix: Bool) throws -> [TraceReference] {
        if let id = DeliveredID(name) {
            let rows = try database.rows(
                "SELECT appID FROM trace WHERE deliveredID = ?1 AND (?2 IS NULL OR appID = ?2) LIMIT 1",
                [id.rawValue, app?.rawValue]
            )
            if let row = rows.first {
                return [TraceReference(app: AppID(row[0]), id: name, key: .notification(id))]
            }
        }
        let whole = try traces(where: { "\($0) = ?1" }, name, of: app)
        guard whole.isEmpty, takesPrefix else { return whole }
        return try traces(where: { "substr(\($0), 1, length(?1)) = ?1" }, name, of: app)
    }

    /// Reads the hops of a trace since a date, in the order in which they were added.
    package func trace(_ reference: TraceReference, since oldest: Date) throws -> DeliveryTrace {
        let condition: String
        let key: any DatabaseValueConvertible
        switch reference.key {
        case .notification(let id):
            condition = """
                deliveredID = ?3 OR pushID IN (SELECT pushID FROM trace WHERE deliveredID = ?3 AND pushID IS NOT NULL)
                """
            key = id.rawValue
        case .push(let id):
            condition = "pushID = ?3"
            key = id
        case .identifier(let identifier):
            condition = "identifier = ?3"
            key = identifier
        }
        let rows = try database.rows(
            """
            SELECT identifier, date, kind, deliveredID, pushID, surface, device, service, detail, status FROM trace
            WHERE appID = ?1 AND date >= ?2 AND (\(condition)) ORDER BY number LIMIT \(TraceTable.limit)
            """,
            [reference.app.rawValue, oldest.storedMilliseconds, key]
        )
        return DeliveryTrace(
            app: reference.app,
            identifier: rows.first.map { $0[0] } ?? reference.id,
            events: rows.compactMap(Self.event)
        )
    }

    private func traces(
        where condition: (String) -> String,
        _ name: String,
        of app: AppID?
    ) throws -> [TraceReference] {
        let pushes = try database.rows(
            """
            SELECT DISTINCT appID, pushID AS id, pushID FROM trace
            WHERE pushID IS NOT NULL AND \(condition("pushID")) AND (?2 IS NULL OR appID = ?2)
            UNION SELECT appID, messageID, pushID FROM trace
            WHERE messageID IS NOT NULL AND pushID IS NOT NULL AND \(condition("messageID"))
                AND (?2 IS NULL OR appID = ?2)
            """,
            [name, app?.rawValue]
        ).map { TraceReference(app: AppID($0[0]), id: $0[1], key: .push($0[2])) }
        // A push without a notification identifier has a trace of its own.
        let known = Set(pushes.map { "\($0.app) \($0.id)" })
        let identifiers = try database.rows(
            """
            SELECT DISTINCT appID, identifier FROM trace
            WHERE \(condition("identifier")) AND (?2 IS NULL OR appID = ?2)
            """,
            [name, app?.rawValue]
        ).map { TraceReference(app: AppID($0[0]), id: $0[1], key: .identifier($0[1])) }
        return pushes + identifiers.filter { !known.contains("\($0.app) \($0.id)") }
    }

    /// Counts an app's notifications since a date that were not stored because the person does not allow them.
    package func refusedCount(of app: AppID, since date: Date) throws -> Int {
        try database.row(
            """
            SELECT count(*) FROM trace
            WHERE appID = ? AND kind = ? AND detail = ? AND deliveredID IS NULL AND surface IS NULL AND date >= ?
            """,
            [
                app.rawValue, TraceEvent.Kind.withheld.rawValue, TraceEvent.Reason.notAllowed.rawValue,
                date.storedMilliseconds,
            ]
        )?[0] ?? 0
    }

    private static func event(_ row: Row) -> TraceEvent? {
        guard let kind = TraceEvent.Kind(rawValue: row[2]) else { return nil }
        let notification: Int64? = row[3]
        let surface: String? = row[5]
        return TraceEvent(
            kind,
            date: Date(storedMilliseconds: row[1]),
            notification: notification.map { DeliveredID(rawValue: $0) },
            push: row[4],
            surface: surface.flatMap { TraceEvent.Surface(rawValue: $0) },
            device: row[6],
            service: row[7],
            detail: row[8],
            status: row[9]
        )
    }
}
