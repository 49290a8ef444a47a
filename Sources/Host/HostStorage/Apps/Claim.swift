import GRDB
import SQLiteSupport
import TodayProtocol

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

/// The kinds of names that an app can claim.
package enum ClaimKind: String, Hashable, CaseIterable, Sendable {
    /// An app group.
    case group
    /// An access group of the keychain.
    case keychainGroup
    /// A container of records.
    case container
    /// A URL scheme.
    case urlScheme

    /// `true` if data is stored under the name, so that the name must not pass to the next app that claims it.
    var holdsData: Bool { self != .urlScheme }
    /// `true` if the data is kept when an app is removed, whatever the person chose, because it is in the cloud.
    var alwaysKeepsData: Bool { self == .container }

    /// The kind as a noun for messages.
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

    /// Releases all names of an app.
    ///
    /// - Returns: The names that no longer have an owner, whose data must be deleted.
    func releaseClaims(allOf app: AppID, keepsData: Bool) throws -> [Claim] {
        let dormant = try all(
            "SELECT kind, name FROM claim WHERE appID = ? AND NOT isActive",
            [app]
        ).compactMap { row in ClaimKind(rawValue: row[0]).map { Claim($0, row[1]) } }
        return try reader.claims(of: app).union(dormant).sorted().filter { claim in
            try releaseClaims(claim, of: app, keepsData: keepsData)
        }
    }

    /// Releases one name of an app.
    ///
    /// - Returns: `true` if the name no longer has an owner.
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
