import FoundationEssentials
import GRDB
import JSON
import StoreSupport
package import TodayProtocol

extension PromiseReader {
    /// Reads all installed apps, by name.
    package func apps() throws -> [InstalledApp] {
        try database.rows("SELECT id, name, version, path, manifest, installed FROM app ORDER BY name, id")
            .map(Self.app)
    }

    /// Reads one app, or `nil` if it is not installed.
    package func app(_ id: AppID) throws -> InstalledApp? {
        try database.row(
            "SELECT id, name, version, path, manifest, installed FROM app WHERE id = ?",
            [id.rawValue]
        ).map(Self.app)
    }

    /// Reads who owns a name, or `nil` if it is free.
    ///
    /// The owner need not use it any more: what a removed app, or an earlier version, kept data under stays its own.
    package func owner(of claim: Claim) throws -> AppID? {
        try database.row(
            "SELECT appID FROM claim WHERE kind = ? AND name = ?",
            [claim.kind.rawValue, claim.name]
        ).map { AppID($0[0]) }
    }

    /// Reads the names that an app may use: those it owns and those it was granted.
    package func claims(of app: AppID) throws -> Set<Claim> {
        let rows = try database.rows(
            """
            SELECT kind, name FROM claim WHERE appID = ?1 AND isActive
            UNION SELECT kind, name FROM consent WHERE appID = ?1
            """,
            [app.rawValue]
        )
        return try Set(
            rows.map { row in
                guard let kind = ClaimKind(rawValue: row[0]) else { throw StoreError.damaged("a claim of \(app)") }
                return Claim(kind, row[1])
            }
        )
    }

    /// Reads which apps may use a name, its owner first, then in the order of consent.
    package func apps(using claim: Claim) throws -> [AppID] {
        try database.rows(
            """
            SELECT 0 AS number, appID FROM claim WHERE kind = ?1 AND name = ?2 AND isActive
            UNION SELECT number, appID FROM consent WHERE kind = ?1 AND name = ?2 ORDER BY number
            """,
            [claim.kind.rawValue, claim.name]
        ).map { AppID($0[1]) }
    }

    private static func app(_ row: Row) throws -> InstalledApp {
        let id: String = row[0]
        let manifest: String = row[4]
        do {
            return InstalledApp(
                id: AppID(id),
                name: row[1],
                version: row[2],
                path: row[3],
                manifest: try JSONValue(parsing: manifest),
                installed: Date(storedMilliseconds: row[5])
            )
        } catch {
            throw StoreError.damaged("the manifest of \(id)")
        }
    }
}
