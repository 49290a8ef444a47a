import FoundationEssentials
import GRDB
package import HostModel
import SQLiteSupport

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
