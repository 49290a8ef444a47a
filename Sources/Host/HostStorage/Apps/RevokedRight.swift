import GRDB
import HostModel
import SQLiteSupport
package import TodayProtocol

/// Changes the rights of an app that the person has revoked.
///
/// To the store a right is an opaque text. When an app is installed again, the revoked rights that its new version
/// requests stay revoked; those of a removed app are deleted.
package enum RightOperation: Hashable, Sendable {
    /// The largest size of a right's name, in bytes.
    package static let nameBytes = 512
    /// The largest number of revoked rights of one app.
    package static let limit = 1000

    /// Revokes a right; refused with code `notFound` if the app is not installed.
    case revoke(String, app: AppID)
    /// Restores a right; `unchanged` if it was not revoked.
    case restore(String, app: AppID)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        switch self {
        case .revoke(let right, let app):
            guard try context.reader.app(app) != nil else {
                throw StoreError(.notFound, "\(app) is not installed.")
            }
            guard (1...Self.nameBytes).contains(right.utf8.count) else {
                throw StoreError(.invalid, "The name of a right has 1 to \(Self.nameBytes) bytes.")
            }
            let revoked = try context.reader.revokedRights(of: app)
            guard !revoked.contains(right) else { return .unchanged }
            guard revoked.count < Self.limit else {
                throw StoreError(.limitExceeded, "\(Self.limit) rights of \(app) are revoked already; remove the app.")
            }
            try context.run("INSERT INTO revokedRight (appID, name) VALUES (?, ?)", [app.rawValue, right])
            try context.audit(AuditEvent(.rightRevoked, app: app, right))
            return context.record(.rights(app))
        case .restore(let right, let app):
            let count = try context.run(
                "DELETE FROM revokedRight WHERE appID = ? AND name = ?",
                [app.rawValue, right]
            )
            guard count > 0 else { return .unchanged }
            try context.audit(AuditEvent(.rightRestored, app: app, right))
            return context.record(.rights(app))
        }
    }

    /// Deletes the revoked rights that an app no longer requests, so that they count as new if it requests them again.
    static func keep(_ rights: Set<String>, of app: AppID, in context: TransactionContext) throws {
        for right in try context.reader.revokedRights(of: app).subtracting(rights) {
            _ = try RightOperation.restore(right, app: app).apply(in: context)
        }
    }
}

extension DurableReader {
    /// Reads the rights of an app that the person has revoked.
    package func revokedRights(of app: AppID) throws -> Set<String> {
        Set(try database.rows("SELECT name FROM revokedRight WHERE appID = ?", [app.rawValue]).map { $0[0] })
    }
}

extension DurableSchema {
    /// The table of the rights that the person has revoked.
    static let revokedRightTable = """
        CREATE TABLE revokedRight (
            appID TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE, name TEXT NOT NULL,
            PRIMARY KEY (appID, name)) STRICT;
        """
}
