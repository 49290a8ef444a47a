package import FoundationEssentials
import GRDB
package import JSON
import SQLiteSupport
package import TodayProtocol

package struct InstalledApp: Hashable, Sendable {
    package var id: AppID
    package var name: String
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

/// A name that one app owns, and that others may use only with the person's consent.
package struct Claim: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var kind: ClaimKind
    package var name: String

    package init(_ kind: ClaimKind, _ name: String) {
        self.kind = kind
        self.name = name
    }

    package var description: String { "\(kind.noun) \(name)" }

    package static func < (left: Claim, right: Claim) -> Bool {
        (left.kind.rawValue, left.name) < (right.kind.rawValue, right.name)
    }
}

package enum ClaimKind: String, Hashable, CaseIterable, Sendable {
    case group
    case keychainGroup
    case container
    case urlScheme

    /// `true` if data is stored under the name, so that the name must not pass to the next app that claims it.
    var holdsData: Bool { self != .urlScheme }
    /// `true` if the data is kept when an app is removed, whatever the person chose, because it is in the cloud.
    var alwaysKeepsData: Bool { self == .container }

    package var noun: String {
        switch self {
        case .group: "group"
        case .keychainGroup: "keychain group"
        case .container: "record container"
        case .urlScheme: "URL scheme"
        }
    }
}

/// The tables of the owners of names and of consents.
extension TransactionContext {
    /// Grants an app the names that it claims, and releases those that it no longer claims.
    func updateClaims(_ claims: Set<Claim>, consents: Set<Claim>, of app: InstalledApp) throws {
        let held = try reader.claims(of: app.id)
        for claim in held.subtracting(claims) { _ = try releaseClaims(claim, of: app.id, keepsData: true) }
        for claim in claims.subtracting(held).sorted() {
            let owner = try reader.owner(of: claim)
            guard let owner, owner != app.id else {
                try run(
                    """
                    INSERT INTO claim (kind, name, appID) VALUES (?, ?, ?)
                    ON CONFLICT (kind, name) DO UPDATE SET isActive = 1
                    """,
                    [claim.kind.rawValue, claim.name, app.id]
                )
                continue
            }
            guard consents.contains(claim) else {
                throw StoreError(
                    .claimed,
                    "The \(claim) belongs to \(owner); \(app.name) (\(app.id)) may use it only if you consent."
                )
            }
            try run(
                "INSERT INTO consent (kind, name, appID) VALUES (?, ?, ?)",
                [claim.kind.rawValue, claim.name, app.id]
            )
        }
    }

    /// Releases all names of an app, and returns those that no longer have an owner, whose data must be deleted.
    func releaseClaims(allOf app: AppID, keepsData: Bool) throws -> [Claim] {
        let dormant = try all(
            "SELECT kind, name FROM claim WHERE appID = ? AND NOT isActive",
            [app]
        ).compactMap { row in ClaimKind(rawValue: row[0]).map { Claim($0, row[1]) } }
        return try reader.claims(of: app).union(dormant).sorted().filter { claim in
            try releaseClaims(claim, of: app, keepsData: keepsData)
        }
    }

    /// Releases one name of an app; `true` if it no longer has an owner.
    private func releaseClaims(_ claim: Claim, of app: AppID, keepsData: Bool) throws -> Bool {
        let kind = claim.kind.rawValue
        try run("DELETE FROM consent WHERE kind = ? AND name = ? AND appID = ?", [kind, claim.name, app])
        guard try reader.owner(of: claim) == app else { return false }
        let successor = try first(
            "SELECT number, appID FROM consent WHERE kind = ? AND name = ? ORDER BY number LIMIT 1",
            [kind, claim.name]
        )
        if let successor {
            let number: Int64 = successor[0]
            let appID: String = successor[1]
            try run("UPDATE claim SET appID = ?, isActive = 1 WHERE kind = ? AND name = ?", [appID, kind, claim.name])
            try run("DELETE FROM consent WHERE number = ?", [number])
            return false
        }
        if claim.kind.alwaysKeepsData || keepsData && claim.kind.holdsData {
            try run("UPDATE claim SET isActive = 0 WHERE kind = ? AND name = ?", [kind, claim.name])
            return false
        }
        try run("DELETE FROM claim WHERE kind = ? AND name = ?", [kind, claim.name])
        return true
    }
}
