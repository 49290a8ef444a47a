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
}

extension TransactionContext {
    func apply(_ operation: RightOperation) throws -> OperationOutcome {
        switch operation {
        case .revoke(let right, let app):
            try requireInstalled(app)
            guard (1...RightOperation.nameBytes).contains(right.utf8.count) else {
                throw StoreError(.invalid, "The name of a right has 1 to \(RightOperation.nameBytes) bytes.")
            }
            let revoked = try reader.revokedRights(of: app)
            guard !revoked.contains(right) else { return .unchanged }
            guard revoked.count < RightOperation.limit else {
                throw StoreError(
                    .limitExceeded,
                    "\(RightOperation.limit) rights of \(app) are revoked already; remove the app."
                )
            }
            try run("INSERT INTO revokedRight (appID, name) VALUES (?, ?)", [app, right])
            try audit(AuditEvent(.rightRevoked, app: app, right))
            return record(.rights(app))
        case .restore(let right, let app):
            let count = try run("DELETE FROM revokedRight WHERE appID = ? AND name = ?", [app, right])
            guard count > 0 else { return .unchanged }
            try audit(AuditEvent(.rightRestored, app: app, right))
            return record(.rights(app))
        }
    }

    /// Deletes the revoked rights that an app no longer requests, so that they count as new if it requests them again.
    func keepRevoked(_ rights: Set<String>, of app: AppID) throws {
        for right in try reader.revokedRights(of: app).subtracting(rights) {
            _ = try apply(RightOperation.restore(right, app: app))
        }
    }
}

extension DurableReader {
    /// Reads the rights of an app that the person has revoked.
    package func revokedRights(of app: AppID) throws -> Set<String> {
        Set(try all("SELECT name FROM revokedRight WHERE appID = ?", [app]).map { $0[0] })
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
