import Crypto
package import FoundationEssentials
import GRDB
import JSON
import SQLiteSupport

/// A passkey with which a previously paired device signs in again.
package struct Passkey: Hashable, Sendable {
    /// SHA-256 hash of ``credentialID`` in hexadecimal digits, which identifies the passkey to people; not a secret.
    package let id: String
    /// The device, identified by the hash of the token of its session.
    package let device: String
    /// The id that the authenticator assigned.
    package let credentialID: Data
    /// The public key, an uncompressed point on P-256.
    package let publicKey: Data
    /// The account id that the authenticator stores and sends when it signs in.
    package let userHandle: Data
    /// Id of the relying party, which is the host name of the pages for which the passkey is valid.
    package let relyingParty: String
    /// The authenticator's signature counter at the last use; 0 if it does not count.
    package let signCount: UInt32
    package let created: Date
    /// Time of the last sign-in; `nil` if there was none.
    package let lastUsed: Date?

    package init(
        device: String,
        credentialID: Data,
        publicKey: Data,
        userHandle: Data,
        relyingParty: String,
        signCount: UInt32,
        created: Date,
        lastUsed: Date? = nil
    ) {
        id = Self.id(of: credentialID)
        self.device = device
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.userHandle = userHandle
        self.relyingParty = relyingParty
        self.signCount = signCount
        self.created = created
        self.lastUsed = lastUsed
    }

    /// Returns the id of the passkey with a credential id.
    package static func id(of credentialID: some DataProtocol) -> String {
        SHA256.hash(data: credentialID).hexadecimalDigits
    }
}

extension DurableReader {
    /// Reads a passkey; `nil` if there is none with the id.
    package func passkey(_ id: String) throws -> Passkey? {
        try database.row("SELECT \(Self.passkeyColumns) FROM passkey WHERE id = ?", [id]).map(Self.passkey)
    }

    /// Reads the passkeys of all devices, oldest first.
    package func passkeys() throws -> [Passkey] {
        try database.rows("SELECT \(Self.passkeyColumns) FROM passkey ORDER BY created, id").map(Self.passkey)
    }

    /// Reads the passkeys of a device, oldest first.
    package func passkeys(of device: String) throws -> [Passkey] {
        try database.rows(
            "SELECT \(Self.passkeyColumns) FROM passkey WHERE tokenHash = ? ORDER BY created, id",
            [device]
        ).map(Self.passkey)
    }

    private static let passkeyColumns =
        "tokenHash, credentialID, publicKey, userHandle, relyingParty, signCount, created, lastUsed"

    private static func passkey(_ row: Row) -> Passkey {
        let lastUsed: Int64? = row[7]
        return Passkey(
            device: row[0],
            credentialID: row[1],
            publicKey: row[2],
            userHandle: row[3],
            relyingParty: row[4],
            signCount: row[5],
            created: Date(storedMilliseconds: row[6]),
            lastUsed: lastUsed.map { Date(storedMilliseconds: $0) }
        )
    }
}
