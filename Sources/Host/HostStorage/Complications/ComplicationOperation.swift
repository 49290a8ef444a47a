import GRDB
import SQLiteSupport
package import TodayProtocol

/// Sets or removes the complication of an app.
package enum ComplicationOperation: Hashable, Sendable {
    /// Sets an app's complication; `unchanged` if it is the current one.
    ///
    /// Refused with code `invalid` beyond ``ComplicationLimits``, and with `notFound` if the app is not installed, so
    /// that no complication remains of an app that is being removed.
    case set(AppID, Complication)
    /// Removes an app's complication; `unchanged` if it has none.
    case remove(AppID)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .set(let app, let complication):
            try ComplicationLimits.check(complication)
            guard try context.database.row("SELECT 1 FROM app WHERE id = ?", [app.rawValue]) != nil else {
                throw StoreError(.notFound, "\(app) is not installed.")
            }
            let count = try context.run(
                """
                INSERT INTO complication (appID, value) VALUES (?, ?)
                ON CONFLICT (appID) DO UPDATE SET value = excluded.value WHERE value <> excluded.value
                """,
                [app.rawValue, try StoredJSON.text(complication, of: "The complication of \(app)")]
            )
            return count > 0 ? context.record(.complication(app, complication)) : .unchanged
        case .remove(let app):
            let count = try context.run("DELETE FROM complication WHERE appID = ?", [app.rawValue])
            return count > 0 ? context.record(.complication(app, nil)) : .unchanged
        }
    }
}

extension DurableReader {
    /// Reads the complications of all apps, ordered by bundle identifier; damaged ones are skipped and logged.
    package func complications() throws -> [(app: AppID, complication: Complication)] {
        try readableRows("SELECT appID, value FROM complication ORDER BY appID") { row throws(StoreError) in
            let app = AppID(row[0])
            return (app, try StoredJSON.value(row[1], of: "the complication of \(app)"))
        }
    }
}
