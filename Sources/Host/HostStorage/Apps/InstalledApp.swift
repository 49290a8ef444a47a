package import FoundationEssentials
import GRDB
package import JSON
import SQLiteSupport
package import TodayProtocol

/// An app as it was installed.
package struct InstalledApp: Hashable, Sendable {
    /// Its bundle identifier.
    package var id: AppID
    /// Its display name.
    package var name: String
    /// Its version, as people read it.
    package var version: String
    /// Where the installed copy of its bundle lies.
    package var path: String
    /// What its bundle says, in the form that the reader of bundles chose.
    package var manifest: JSONValue
    /// When it was installed, to the millisecond.
    package var installed: Date

    /// Describes an app.
    package init(id: AppID, name: String, version: String, path: String, manifest: JSONValue, installed: Date) {
        self.id = id
        self.name = name
        self.version = version
        self.path = path
        self.manifest = manifest
        self.installed = installed
    }
}

extension DurableReader {
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
