package import FoundationEssentials
import GRDB
package import JSON
import SQLiteSupport
package import TodayProtocol

package struct InstalledApp: Hashable, Sendable {
    package var id: AppID
    package var name: String
    /// The version shown to people.
    package var version: String
    /// The path of the installed copy of the bundle.
    package var path: String
    /// The bundle's manifest as JSON, opaque to the store.
    package var manifest: JSONValue
    /// The date of installation, in whole milliseconds.
    package var installed: Date
    /// The path from which the person installed it; `nil` if it was uploaded or the path is unknown.
    package var source: String?
    /// The fingerprint of the key with which its bundle is signed; `nil` if it is not signed.
    package var signer: String?

    package init(
        id: AppID,
        name: String,
        version: String,
        path: String,
        manifest: JSONValue,
        installed: Date,
        source: String? = nil,
        signer: String? = nil
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.path = path
        self.manifest = manifest
        self.installed = installed
        self.source = source
        self.signer = signer
    }
}

extension DurableReader {
    /// Reads all installed apps, sorted by name.
    package func apps() throws -> [InstalledApp] {
        try all(Self.selection + " ORDER BY name, id").map(Self.app)
    }

    /// Reads one app; `nil` if it is not installed.
    package func app(_ id: AppID) throws -> InstalledApp? {
        try first(Self.selection + " WHERE id = ?", [id]).map(Self.app)
    }

    /// Reads the owner of a name; `nil` if the name is free.
    ///
    /// A removed app, or one whose current version no longer claims the name, stays the owner while data is kept.
    package func owner(of claim: Claim) throws -> AppID? {
        try first(
            "SELECT appID FROM claim WHERE kind = ? AND name = ?",
            [claim.kind.rawValue, claim.name]
        ).map { AppID($0[0]) }
    }

    /// Reads the names that an app may use: those that it owns and those to which the person consented.
    package func claims(of app: AppID) throws -> Set<Claim> {
        let rows = try all(
            """
            SELECT kind, name FROM claim WHERE appID = ?1 AND isActive
            UNION SELECT kind, name FROM consent WHERE appID = ?1
            """,
            [app]
        )
        return try Set(
            rows.map { row in
                guard let kind = ClaimKind(rawValue: row[0]) else { throw StoreError.damaged("a claim of \(app)") }
                return Claim(kind, row[1])
            }
        )
    }

    /// Reads the apps that may use a name: the owner first, then the others in the order of the consents.
    package func apps(using claim: Claim) throws -> [AppID] {
        try all(
            """
            SELECT 0 AS number, appID FROM claim WHERE kind = ?1 AND name = ?2 AND isActive
            UNION SELECT number, appID FROM consent WHERE kind = ?1 AND name = ?2 ORDER BY number
            """,
            [claim.kind.rawValue, claim.name]
        ).map { AppID($0[1]) }
    }

    private static let selection = """
        SELECT id, name, version, path, manifest, installed, source, signer
        FROM app LEFT JOIN appSigner ON appSigner.appID = app.id
        """

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
                installed: Date(storedMilliseconds: row[5]),
                source: row[6],
                signer: row[7]
            )
        } catch {
            throw StoreError.damaged("the manifest of \(id)")
        }
    }
}
