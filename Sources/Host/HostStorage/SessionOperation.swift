package import FoundationEssentials
import GRDB
import SQLiteSupport

/// The session of a browser that is signed in.
package struct WebSession: Hashable, Sendable {
    /// The hash of the session's token; the token itself is never stored.
    package let tokenHash: String
    package let created: Date
    package let lastSeen: Date
    /// What the browser calls itself, for people; `nil` if it does not say.
    package let browser: String?

    package init(tokenHash: String, created: Date, lastSeen: Date, browser: String? = nil) {
        self.tokenHash = tokenHash
        self.created = created
        self.lastSeen = lastSeen
        self.browser = browser
    }
}

/// Changes the sessions of the web surface.
package enum SessionOperation: Hashable, Sendable {
    /// The largest number of sessions; beyond it the least recently seen one ends.
    package static let limit = 100

    /// Begins a session; the hash has 1 to 128 bytes, and what the browser calls itself at most as many.
    case begin(tokenHash: String, browser: String? = nil)
    /// Records that a browser was seen; `unchanged` if it has no session.
    case touch(tokenHash: String)
    /// Ends a session; `unchanged` if there is none.
    case end(tokenHash: String)
    /// Ends every session last seen before a date.
    case endAll(seenBefore: Date)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        let now = context.now.storedMilliseconds
        let count: Int
        switch self {
        case .begin(let hash, let browser):
            guard (1...128).contains(hash.utf8.count), browser?.utf8.count ?? 0 <= 128 else {
                throw StoreError(
                    .invalid,
                    "A session's token hash has 1 to 128 bytes, and its browser's name at most 128."
                )
            }
            count = try context.run(
                """
                INSERT INTO session (tokenHash, created, lastSeen, browser) VALUES (?1, ?2, ?2, ?3)
                ON CONFLICT (tokenHash) DO UPDATE SET lastSeen = excluded.lastSeen
                """,
                [hash, now, browser]
            )
            try context.audit(AuditEvent(.signedIn, browser ?? ""))
            try context.run(
                """
                DELETE FROM session WHERE tokenHash IN (
                    SELECT tokenHash FROM session ORDER BY lastSeen DESC, tokenHash = ? DESC LIMIT -1 OFFSET ?)
                """,
                [hash, Self.limit]
            )
        case .touch(let hash):
            count = try context.run("UPDATE session SET lastSeen = ? WHERE tokenHash = ?", [now, hash])
        case .end(let hash):
            let browser: String? = try context.reader.session(tokenHash: hash)?.browser
            count = try context.run("DELETE FROM session WHERE tokenHash = ?", [hash])
            if count > 0 { try context.audit(AuditEvent(.signedOut, browser ?? "")) }
        case .endAll(let date):
            count = try context.run("DELETE FROM session WHERE lastSeen < ?", [date.storedMilliseconds])
            if count > 0 { try context.audit(AuditEvent(.signedOut, "\(count) browsers")) }
        }
        return count > 0 ? context.record(.sessions) : .unchanged
    }
}
