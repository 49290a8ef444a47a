import GRDB
import SQLiteSupport
import TodayProtocol

/// A name that one app owns and others use only with the person's consent.
package struct Claim: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// What kind of name it is.
    package var kind: ClaimKind
    /// The name.
    package var name: String

    /// Names something.
    package init(_ kind: ClaimKind, _ name: String) {
        self.kind = kind
        self.name = name
    }

    /// The kind and the name.
    package var description: String { "\(kind.noun) \(name)" }

    /// Orders by kind, then by name.
    package static func < (left: Claim, right: Claim) -> Bool {
        (left.kind.rawValue, left.name) < (right.kind.rawValue, right.name)
    }
}

/// What kind of name an app claims.
package enum ClaimKind: String, Hashable, CaseIterable, Sendable {
    /// An app group.
    case group
    /// A keychain access group.
    case keychainGroup
    /// A record container.
    case container
    /// A URL scheme.
    case urlScheme

    /// Whether data stands behind the name, which must not fall to whoever asks next.
    var holdsData: Bool { self != .urlScheme }

    /// The kind in a sentence.
    package var noun: String {
        switch self {
        case .group: "group"
        case .keychainGroup: "keychain group"
        case .container: "record container"
        case .urlScheme: "URL scheme"
        }
    }
}

/// Keeps who owns which name, and who else may use it.
enum ClaimTable {
    /// Gives an app the names it claims, and takes away those it no longer claims.
    static func keep(
        _ claims: Set<Claim>,
        consents: Set<Claim>,
        of app: InstalledApp,
        in context: TransactionContext
    ) throws {
        let held = try context.reader.claims(of: app.id)
        for claim in held.subtracting(claims) { _ = try release(claim, of: app.id, keepsData: true, in: context) }
        for claim in claims.subtracting(held).sorted() {
            let owner = try context.reader.owner(of: claim)
            guard let owner, owner != app.id else {
                try context.run(
                    """
                    INSERT INTO claim (kind, name, appID) VALUES (?, ?, ?)
                    ON CONFLICT (kind, name) DO UPDATE SET isActive = 1
                    """,
                    [claim.kind.rawValue, claim.name, app.id.rawValue]
                )
                continue
            }
            guard consents.contains(claim) else {
                throw StoreError(
                    .claimed,
                    "The \(claim) belongs to \(owner); \(app.name) (\(app.id)) may use it only if you consent."
                )
            }
            try context.run(
                "INSERT INTO consent (kind, name, appID) VALUES (?, ?, ?)",
                [claim.kind.rawValue, claim.name, app.id.rawValue]
            )
        }
    }

    /// Takes all names from an app.
    ///
    /// - Returns: The names that nobody owns now, and behind which no data may stay.
    static func release(allOf app: AppID, keepsData: Bool, in context: TransactionContext) throws -> [Claim] {
        let dormant = try context.database.rows(
            "SELECT kind, name FROM claim WHERE appID = ? AND NOT isActive",
            [app.rawValue]
        ).compactMap { row in ClaimKind(rawValue: row[0]).map { Claim($0, row[1]) } }
        return try context.reader.claims(of: app).union(dormant).sorted().filter { claim in
            try release(claim, of: app, keepsData: keepsData, in: context)
        }
    }

    /// Takes one name from an app.
    ///
    /// - Returns: Whether nobody owns the name now.
    private static func release(
        _ claim: Claim,
        of app: AppID,
        keepsData: Bool,
        in context: TransactionContext
    ) throws -> Bool {
        let kind = claim.kind.rawValue
        try context.run(
            "DELETE FROM consent WHERE kind = ? AND name = ? AND appID = ?",
            [kind, claim.name, app.rawValue]
        )
        guard try context.reader.owner(of: claim) == app else { return false }
        let successor = try context.database.row(
            "SELECT number, appID FROM consent WHERE kind = ? AND name = ? ORDER BY number LIMIT 1",
            [kind, claim.name]
        )
        if let successor {
            let number: Int64 = successor[0]
            let appID: String = successor[1]
            try context.run(
                "UPDATE claim SET appID = ?, isActive = 1 WHERE kind = ? AND name = ?",
                [appID, kind, claim.name]
            )
            try context.run("DELETE FROM consent WHERE number = ?", [number])
            return false
        }
        if keepsData && claim.kind.holdsData {
            try context.run("UPDATE claim SET isActive = 0 WHERE kind = ? AND name = ?", [kind, claim.name])
            return false
        }
        try context.run("DELETE FROM claim WHERE kind = ? AND name = ?", [kind, claim.name])
        return true
    }
}
