package import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport
import TodayProtocol

/// Changes the passkeys of devices.
///
/// A passkey belongs to a device and is deleted with it. A browser that signs in with it takes the place of the device:
/// the name and the rights are kept, and the device's former session ends.
package enum PasskeyOperation: Hashable, Sendable {
    package static let deviceLimit = 5
    package static let limit = 100

    /// Adds a passkey to a device.
    ///
    /// Refused with code `notFound` if the device is not signed in, with `limitExceeded` beyond ``deviceLimit`` or
    /// ``limit``, and with `invalid` if a passkey with the credential id exists.
    case add(
        device: String,
        credentialID: Data,
        publicKey: Data,
        userHandle: Data,
        relyingParty: String,
        signCount: UInt32
    )
    /// Signs the device of a passkey in with a new token.
    ///
    /// Refused with code `notFound` if the passkey no longer exists, and with `invalid` if the signature counter has
    /// not increased.
    case signIn(id: String, signCount: UInt32, tokenHash: String, browser: String?)
    /// Removes a passkey, and its device if that is signed out and has no other passkey; `unchanged` if there is none.
    case remove(id: String)

    static let schema = """
        ALTER TABLE session ADD COLUMN isSignedOut INTEGER NOT NULL DEFAULT 0 CHECK (isSignedOut IN (0, 1));
        CREATE TABLE passkey (
            id TEXT NOT NULL PRIMARY KEY,
            tokenHash TEXT NOT NULL REFERENCES session (tokenHash) ON DELETE CASCADE ON UPDATE CASCADE,
            credentialID BLOB NOT NULL, publicKey BLOB NOT NULL, userHandle BLOB NOT NULL,
            relyingParty TEXT NOT NULL, signCount INTEGER NOT NULL CHECK (signCount BETWEEN 0 AND 4294967295),
            created INTEGER NOT NULL, lastUsed INTEGER) STRICT;
        CREATE INDEX passkeyByDevice ON passkey (tokenHash);
        """
}

extension TransactionContext {
    func apply(_ operation: PasskeyOperation) throws -> OperationOutcome {
        switch operation {
        case .add(let device, let credentialID, let publicKey, let userHandle, let relyingParty, let signCount):
            let session = try requireSession(device)
            let passkeys = try reader.passkeys()
            let id = Passkey.id(of: credentialID)
            guard !passkeys.contains(where: { $0.id == id }) else {
                throw StoreError(.invalid, .passkeyAddedBefore)
            }
            guard passkeys.count(where: { $0.device == device }) < PasskeyOperation.deviceLimit else {
                throw StoreError(.limitExceeded, .deviceHasTooManyPasskeys(PasskeyOperation.deviceLimit))
            }
            guard passkeys.count < PasskeyOperation.limit else {
                throw StoreError(.limitExceeded, .tooManyPasskeys(PasskeyOperation.limit))
            }
            try run(
                """
                INSERT INTO passkey
                    (id, tokenHash, credentialID, publicKey, userHandle, relyingParty, signCount, created)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [id, device, credentialID, publicKey, userHandle, relyingParty, signCount, now]
            )
            try audit(AuditEvent(.passkeyAdded, session.label ?? ""))
        case .signIn(let id, let signCount, let tokenHash, let browser):
            guard let passkey = try reader.passkey(id) else {
                throw StoreError(.notFound, .passkeyRemoved)
            }
            guard signCount > passkey.signCount || (signCount == 0 && passkey.signCount == 0) else {
                throw StoreError(.invalid, .passkeyUsedMeanwhile)
            }
            let now = now.storedMilliseconds
            try run("DELETE FROM pushSubscription WHERE tokenHash = ?", [passkey.device])
            try run("UPDATE passkey SET signCount = ?, lastUsed = ? WHERE id = ?", [signCount, now, id])
            try run(
                """
                UPDATE session SET tokenHash = ?, lastSeen = max(lastSeen, ?), browser = coalesce(?, browser), isSignedOut = 0,
                pushesEnded = NULL, isSilenceDismissed = 0
                WHERE tokenHash = ?
                """,
                [tokenHash, now, browser, passkey.device]
            )
            let session = try requireSession(tokenHash)
            let limits = session.rights == .change ? "" : ", rights: \(session.rights.rawValue)"
            try audit(AuditEvent(.signedIn, "\(session.label ?? ""), with a passkey\(limits)"))
        case .remove(let id):
            guard let passkey = try reader.passkey(id) else { return .unchanged }
            let session = try requireSession(passkey.device)
            try run("DELETE FROM passkey WHERE id = ?", [id])
            try audit(AuditEvent(.passkeyRemoved, session.label ?? ""))
            if session.isSignedOut, try reader.passkeys(of: session.tokenHash).isEmpty {
                try run("DELETE FROM session WHERE tokenHash = ?", [session.tokenHash])
            }
        }
        return record(.sessions)
    }
}

extension DurableReader {
    /// Reads a passkey; `nil` if there is none with the id.
    package func passkey(_ id: String) throws -> Passkey? {
        try first("SELECT \(Self.passkeyColumns) FROM passkey WHERE id = ?", [id]).map(Self.passkey)
    }

    /// Reads the passkeys of all devices, oldest first.
    package func passkeys() throws -> [Passkey] {
        try all("SELECT \(Self.passkeyColumns) FROM passkey ORDER BY created, id").map(Self.passkey)
    }

    /// Reads the passkeys of a device, oldest first.
    package func passkeys(of device: String) throws -> [Passkey] {
        try all(
            "SELECT \(Self.passkeyColumns) FROM passkey WHERE tokenHash = ? ORDER BY created, id",
            [device]
        ).map(Self.passkey)
    }

    private static let passkeyColumns =
        "tokenHash, credentialID, publicKey, userHandle, relyingParty, signCount, created, lastUsed"

    private static func passkey(_ row: Row) -> Passkey {
        Passkey(
            device: row[0],
            credentialID: row[1],
            publicKey: row[2],
            userHandle: row[3],
            relyingParty: row[4],
            signCount: row[5],
            created: Date(storedMilliseconds: row[6]),
            lastUsed: row.date(7)
        )
    }
}
