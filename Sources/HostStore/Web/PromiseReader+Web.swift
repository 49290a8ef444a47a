import FoundationEssentials
import GRDB
import StoreSupport

extension PromiseReader {
    /// Reads one of the host's own settings, or `nil` if it is not set.
    package func setting(_ key: String) throws -> String? {
        try database.row("SELECT value FROM setting WHERE key = ?", [key])?[0]
    }

    /// Reads a browser's session by the hash of its token, or `nil` if it is not signed in.
    package func session(tokenHash: String) throws -> WebSession? {
        try database.row("SELECT tokenHash, created, lastSeen FROM session WHERE tokenHash = ?", [tokenHash])
            .map(Self.session)
    }

    /// Reads every session, the one seen last first.
    package func sessions() throws -> [WebSession] {
        try database.rows("SELECT tokenHash, created, lastSeen FROM session ORDER BY lastSeen DESC, tokenHash")
            .map(Self.session)
    }

    private static func session(_ row: Row) -> WebSession {
        WebSession(
            tokenHash: row[0],
            created: Date(storedMilliseconds: row[1]),
            lastSeen: Date(storedMilliseconds: row[2])
        )
    }
}
