import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
import TodayProtocol

/// Changes one of the host's own settings, such as the web surface's name and port.
package enum SettingOperation: Hashable, Sendable {
    /// The largest size of a key, in bytes.
    package static let keyBytes = 128
    /// The largest size of a value, in bytes.
    package static let valueBytes = 64 * 1024

    /// Sets a value; `unchanged` if it is the current one.
    case set(key: String, value: String)
    /// Removes a setting; `unchanged` if there is none.
    case remove(key: String)
}

extension TransactionContext {
    func apply(_ operation: SettingOperation) throws -> OperationOutcome {
        switch operation {
        case .set(let key, let value):
            guard (1...SettingOperation.keyBytes).contains(key.utf8.count) else {
                throw StoreError(.invalid, "A setting's key has 1 to \(SettingOperation.keyBytes) bytes.")
            }
            guard value.utf8.count <= SettingOperation.valueBytes else {
                throw StoreError(
                    .limitExceeded,
                    "The setting \(key) would have more than \(SettingOperation.valueBytes) bytes."
                )
            }
            guard try reader.setting(key) != value else { return .unchanged }
            try run(
                "INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                [key, value]
            )
            return record(.setting(key))
        case .remove(let key): return try run("DELETE FROM setting WHERE key = ?", [key], recording: .setting(key))
        }
    }
}

extension DurableReader {
    /// Reads one of the host's own settings; `nil` if it is not set.
    package func setting(_ key: String) throws -> String? {
        try first("SELECT value FROM setting WHERE key = ?", [key])?[0]
    }

    /// Reads a session by the hash of its token; `nil` if there is none.
    package func session(tokenHash: String) throws -> WebSession? {
        try first("SELECT \(Self.sessionColumns) FROM session WHERE tokenHash = ?", [tokenHash])
            .map(Self.session)
    }

    /// Reads all sessions, most recently seen first.
    package func sessions() throws -> [WebSession] {
        try all("SELECT \(Self.sessionColumns) FROM session ORDER BY lastSeen DESC, tokenHash")
            .map(Self.session)
    }

    private static let sessionColumns = """
        tokenHash, created, lastSeen, browser, name, rights, usualGap, pushesEnded, isSilenceDismissed, isSignedOut
        """

    private static func session(_ row: Row) -> WebSession {
        WebSession(
            tokenHash: row[0],
            created: Date(storedMilliseconds: row[1]),
            contact: DeviceContact(
                lastSeen: Date(storedMilliseconds: row[2]),
                usualGap: Double(row[6] as Int64) / 1000,
                pushesEnded: (row[7] as Int64?).map(Date.init(storedMilliseconds:)),
                isSilenceDismissed: row[8]
            ),
            browser: row[3],
            name: row[4],
            // Rights that an older version does not know are reduced to viewing.
            rights: DeviceRights(rawValue: row[5]) ?? .view,
            isSignedOut: row[9]
        )
    }
}
