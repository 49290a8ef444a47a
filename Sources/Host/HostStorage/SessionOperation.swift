package import FoundationEssentials
import GRDB
import SQLiteSupport

/// A browser that is signed in.
package struct WebSession: Hashable, Sendable {
    /// The hash of its token; the token itself is never stored.
    package let tokenHash: String
    /// When it signed in.
    package let created: Date
    /// When it was last seen.
    package let lastSeen: Date
}

/// Changes who is signed in on the web surface.
package enum SessionOperation: Hashable, Sendable {
    /// How many browsers can be signed in; the one not seen for longest gives way.
    package static let limit = 100

    /// Signs a browser in. The hash is 1 to 128 bytes.
    case begin(tokenHash: String)
    /// Notes that a browser was seen. One that is not signed in changes nothing.
    case touch(tokenHash: String)
    /// Signs a browser out. One that is not signed in changes nothing.
    case end(tokenHash: String)
    /// Signs out every browser that was last seen before a date.
    case endAll(seenBefore: Date)

    func apply(in context: TransactionContext) throws -> OperationOutcome {
        let now = context.now.storedMilliseconds
        let count: Int
        switch self {
        case .begin(let hash):
            guard (1...128).contains(hash.utf8.count) else {
                throw StoreError(.invalid, "A session's token hash has 1 to 128 bytes.")
            }
            count = try context.run(
                """
                INSERT INTO session (tokenHash, created, lastSeen) VALUES (?1, ?2, ?2)
                ON CONFLICT (tokenHash) DO UPDATE SET lastSeen = excluded.lastSeen
                """,
                [hash, now]
            )
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
            count = try context.run("DELETE FROM session WHERE tokenHash = ?", [hash])
        case .endAll(let date):
            count = try context.run("DELETE FROM session WHERE lastSeen < ?", [date.storedMilliseconds])
        }
        return count > 0 ? context.note(.sessions) : .unchanged
    }
}
