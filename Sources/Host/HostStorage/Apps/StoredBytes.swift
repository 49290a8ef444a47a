import GRDB
import HostModel
package import TodayProtocol

/// Counts the bytes of each app in the database, so that one app cannot fill it.
///
/// Triggers count in the transaction of each change, so the counts are correct after a crash, and checking a limit
/// reads only a few rows, however much an app has. A row counts as the length of the texts that an app, its widgets or
/// a sender wrote, plus ``rowBytes``. Rows of fixed size of which an app has only one are not counted, and neither are
/// the host's own records, such as taps, traces, the audit log and the ids of pushes, which have limits for all apps
/// together.
enum StoredBytes {
    /// Approximate size of a row without its texts, in bytes.
    private static let rowBytes = 64

    /// The counted tables with their text columns; `size` is a column that already holds a number of bytes.
    private static let tables: [(name: String, columns: [String])] = [
        ("defaults", ["key", "value"]), ("keychainItem", ["service", "account", "sealed"]),
        ("pendingNotification", ["size"]), ("deliveredNotification", ["request", "actions"]),
        ("notificationCategories", ["categories"]), ("notificationResponse", ["notification", "text"]),
        ("heldNotification", ["request", "actions"]), ("complication", ["value"]), ("pendingPush", ["push"]),
        ("message", ["title", "subtitle", "folded", "icon", "contentType", "bodyURL", "extra"]),
        ("messageText", ["text"]), ("queuedAction", ["groupID", "id", "payload"]),
        ("processedAction", ["groupID", "id"]), ("recordChange", ["size"]), ("recordFailure", ["size"]),
        ("recordToken", ["container", "zone", "token"]), ("recordSubscription", ["id", "wanted", "created"]),
    ]

    /// The table of the counts, its initial counts, and the triggers: counting a further table needs another migration.
    static var schema: String {
        """
        CREATE TABLE storedBytes (
            kind TEXT NOT NULL, name TEXT NOT NULL, bytes INTEGER NOT NULL,
            PRIMARY KEY (kind, name)) STRICT, WITHOUT ROWID;
        INSERT INTO storedBytes (kind, name, bytes) \(recount);
        CREATE TRIGGER messageTextGoesFirst BEFORE DELETE ON message BEGIN
            DELETE FROM messageText WHERE number = OLD.number;
        END;
        \(tables.map { triggers(of: $0.name, $0.columns) }.joined(separator: "\n"))
        """
    }

    /// The query that counts all tables again.
    static var recount: String {
        let parts = tables.map { table in
            "SELECT '\(kind(of: table.name))' AS kind, \(owner(of: table.name, table.name)) AS name, "
                + "\(size(of: table.columns, table.name)) AS bytes FROM \(table.name)"
        }
        return
            "SELECT kind, name, sum(bytes) AS bytes FROM (\(parts.joined(separator: " UNION ALL "))) GROUP BY kind, name"
    }

    private static func triggers(of table: String, _ columns: [String]) -> String {
        let (old, new) = (size(of: columns, "OLD"), size(of: columns, "NEW"))
        return """
            CREATE TRIGGER \(table)BytesAfterInsert AFTER INSERT ON \(table) BEGIN
                INSERT INTO storedBytes (kind, name, bytes)
                VALUES ('\(kind(of: table))', \(owner(of: table, "NEW")), \(new))
                ON CONFLICT (kind, name) DO UPDATE SET bytes = bytes + excluded.bytes;
            END;
            CREATE TRIGGER \(table)BytesAfterUpdate AFTER UPDATE OF \(columns.joined(separator: ", ")) ON \(table)
            WHEN \(new) <> \(old) BEGIN
                UPDATE storedBytes SET bytes = bytes + \(new) - (\(old))
                WHERE kind = '\(kind(of: table))' AND name = \(owner(of: table, "NEW"));
            END;
            CREATE TRIGGER \(table)BytesAfterDelete AFTER DELETE ON \(table) BEGIN
                UPDATE storedBytes SET bytes = bytes - (\(old))
                WHERE kind = '\(kind(of: table))' AND name = \(owner(of: table, "OLD"));
            END;
            """
    }

    /// Returns an SQL expression for the size of a row.
    private static func size(of columns: [String], _ row: String) -> String {
        let sizes = columns.map { column in
            column == "size" ? "\(row).size" : "coalesce(length(CAST(\(row).\(column) AS BLOB)), 0)"
        }
        return (["\(rowBytes)"] + sizes).joined(separator: " + ")
    }

    /// Returns the kind of owner of a table's rows: an app, or a name that apps claim.
    private static func kind(of table: String) -> String {
        switch table {
        case "defaults": ClaimKind.group.rawValue
        case "keychainItem": ClaimKind.keychainGroup.rawValue
        default: "app"
        }
    }

    private static func owner(of table: String, _ row: String) -> String {
        switch table {
        case "defaults": "\(row).groupID"
        case "keychainItem": "\(row).accessGroup"
        case "messageText": "(SELECT appID FROM message WHERE message.number = \(row).number)"
        default: "\(row).appID"
        }
    }
}

extension DurableReader {
    /// Reads the number of bytes that an app has in the database; a group's data counts for each app that uses it.
    package func storedBytes(of app: AppID) throws -> Int {
        try number(
            """
            SELECT coalesce((SELECT bytes FROM storedBytes WHERE kind = 'app' AND name = ?1), 0)
                + coalesce((
                    SELECT sum(bytes) FROM claim CROSS JOIN storedBytes USING (kind, name)
                    WHERE claim.appID = ?1), 0)
                + coalesce((
                    SELECT sum(bytes) FROM consent CROSS JOIN storedBytes USING (kind, name)
                    WHERE consent.appID = ?1), 0)
            """,
            [app]
        )
    }
}

/// Checks that a transaction of an app's process does not add data beyond the app's limit.
///
/// The transaction is refused if the app then has more bytes than before and more than the limit. A transaction that
/// removes at least as much as it adds is permitted, so that an app over the limit, for example after an update of
/// Today, can read and remove data. Changes of the host, of the person and from the cloud are never refused for this
/// reason: they have limits of their own.
struct StorageAllowance {
    private let app: AppID
    private let before: Int

    /// Reads the size before the transaction; `nil` if no process of an installed app began it.
    init?(before context: TransactionContext) throws {
        switch context.origin {
        case .host, .person: return nil
        case .app(let app): self.app = app
        case .widget(let widget):
            let row = try context.first("SELECT appID FROM screenWidget WHERE widgetID = ?", [widget.bundle])
            guard let row else { return nil }
            app = AppID(row[0])
        }
        before = try context.reader.storedBytes(of: app)
    }

    /// Checks the size after the transaction; refused with code `limitExceeded`.
    func check(in context: TransactionContext) throws {
        let after = try context.reader.storedBytes(of: app)
        guard after > context.appBytes, after > before else { return }
        throw StoreError(.limitExceeded, .databaseQuotaExceeded(app.rawValue, bytes: after, limit: context.appBytes))
    }
}
