import Crypto
package import FoundationEssentials
import GRDB
package import HostModel
import JSON
import SQLiteSupport
import TodayProtocol

package enum SessionOperation: Hashable, Sendable {
    /// The largest number of sessions; beyond it the least recently seen one ends.
    package static let limit = 100

    /// Begins a session; the hash has 1 to 128 bytes, and the browser's description and the name at most as many.
    ///
    /// The browser's former session ends, and its passkeys move to the new one.
    case begin(
        tokenHash: String,
        browser: String? = nil,
        name: String? = nil,
        rights: DeviceRights = .change,
        replacing: String? = nil
    )
    /// Names a device, with 1 to 128 bytes without control characters, or removes its name; `notFound` if it has no
    /// session.
    case rename(tokenHash: String, name: String?)
    case setRights(tokenHash: String, rights: DeviceRights)
    /// Records a contact of a browser; `unchanged` if it has no session, or if the clock is behind its last contact.
    case touch(tokenHash: String)
    /// Dismisses the notices of all devices that are silent now; `unchanged` if there are none.
    case dismissSilences
    case end(tokenHash: String)
    /// Ends a session at the request of its own device, which can sign in again with a passkey; `unchanged` if there is
    /// none.
    case signOut(tokenHash: String)
    case endAll(seenBefore: Date)
}

extension TransactionContext {
    func apply(_ operation: SessionOperation) throws -> OperationOutcome {
        let count: Int
        switch operation {
        case .begin(let hash, let browser, let name, let rights, let former):
            try check(name)
            guard (1...128).contains(hash.utf8.count), browser?.utf8.count ?? 0 <= 128 else {
                throw StoreError(
                    .invalid,
                    "A session's token hash has 1 to 128 bytes, and its browser's name at most 128."
                )
            }
            count = try run(
                """
                INSERT INTO session (tokenHash, created, lastSeen, browser, name, rights)
                VALUES (?1, ?2, ?2, ?3, ?4, ?5)
                ON CONFLICT (tokenHash) DO UPDATE SET lastSeen = max(lastSeen, excluded.lastSeen)
                """,
                [hash, now, browser, name, rights.rawValue]
            )
            let limits = rights == .change ? "" : ", rights: \(rights.rawValue)"
            try audit(AuditEvent(.signedIn, (name ?? browser ?? "") + limits))
            if let former {
                try run("UPDATE passkey SET tokenHash = ? WHERE tokenHash = ?", [hash, former])
                _ = try apply(SessionOperation.end(tokenHash: former))
            }
            try run(
                """
                DELETE FROM session WHERE tokenHash IN (
                    SELECT tokenHash FROM session ORDER BY tokenHash = ? DESC, lastSeen DESC LIMIT -1 OFFSET ?)
                """,
                [hash, SessionOperation.limit]
            )
        case .touch(let hash):
            guard let before = try reader.session(tokenHash: hash)?.contact else { return .unchanged }
            var contact = before
            contact.record(at: now)
            guard contact != before else { return .unchanged }
            count = try run(
                """
                UPDATE session SET lastSeen = ?, usualGap = ?, pushesEnded = NULL, isSilenceDismissed = 0
                WHERE tokenHash = ?
                """,
                [contact.lastSeen, Int64(contact.usualGap * 1000), hash]
            )
        case .dismissSilences:
            let silent = try reader.sessions().filter { $0.isReported(at: now) }
            for session in silent {
                try run("UPDATE session SET isSilenceDismissed = 1 WHERE tokenHash = ?", [session.tokenHash])
            }
            count = silent.count
        case .rename(let hash, let name):
            try check(name)
            guard try requireSession(hash).name != name else { return .unchanged }
            count = try run("UPDATE session SET name = ? WHERE tokenHash = ?", [name, hash])
        case .setRights(let hash, let rights):
            let session = try requireSession(hash)
            guard session.rights != rights else { return .unchanged }
            count = try run("UPDATE session SET rights = ? WHERE tokenHash = ?", [rights.rawValue, hash])
            let detail = "\(session.label ?? ""), rights: \(rights.rawValue), before: \(session.rights.rawValue)"
            try audit(AuditEvent(.deviceRightsChanged, detail))
        case .end(let hash):
            let label: String? = try reader.session(tokenHash: hash)?.label
            count = try run("DELETE FROM session WHERE tokenHash = ?", [hash])
            if count > 0 { try audit(AuditEvent(.signedOut, label ?? "")) }
        case .signOut(let hash):
            guard let session = try reader.session(tokenHash: hash),
                try !reader.passkeys(of: hash).isEmpty
            else { return try apply(SessionOperation.end(tokenHash: hash)) }
            try run("DELETE FROM pushSubscription WHERE tokenHash = ?", [hash])
            // No token has the hash of a hash.
            count = try run(
                "UPDATE session SET tokenHash = ?, isSignedOut = 1 WHERE tokenHash = ?",
                [SHA256.hash(data: Array(hash.utf8)).hexadecimalDigits, hash]
            )
            try audit(AuditEvent(.signedOut, session.label ?? ""))
        case .endAll(let date):
            count = try run("DELETE FROM session WHERE lastSeen < ?", [date])
            if count > 0 { try audit(AuditEvent(.signedOut, "\(count) browsers")) }
        }
        return count > 0 ? record(.sessions) : .unchanged
    }

    func requireSession(_ hash: String) throws -> WebSession {
        guard let session = try reader.session(tokenHash: hash) else {
            throw StoreError(.notFound, .deviceNotSignedIn)
        }
        return session
    }

    private func check(_ name: String?) throws {
        guard let name, !WebSession.isValid(name: name) else { return }
        throw StoreError(.invalid, WebSession.nameSentence)
    }
}

/// Changes one of the host's own settings, such as the web surface's name and port.
package enum SettingOperation: Hashable, Sendable {
    package static let keyBytes = 256
    package static let valueBytes = 64 * 1024

    /// Sets a value; `unchanged` if it is the current one.
    case set(key: String, value: String)
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
    package func setting(_ key: String) throws -> String? {
        try first("SELECT value FROM setting WHERE key = ?", [key])?[0]
    }

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
                pushesEnded: row.date(7),
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
