package import FoundationEssentials
import GRDB
import SQLiteSupport
import TodayProtocol

/// The location of a secret in the keychain.
package struct KeychainItem: Hashable, Sendable {
    package var accessGroup: String
    package var service: String
    package var account: String

    package init(accessGroup: String, service: String, account: String) {
        self.accessGroup = accessGroup
        self.service = service
        self.account = account
    }
}

package enum KeychainLimits {
    /// The largest size of a secret, in bytes.
    package static let secretBytes = 4096
    /// The largest size of a service and of an account, in bytes of UTF-8.
    package static let nameBytes = 256
    package static let items = 100

    /// Checks the location of a secret; refused with code `invalid`; no message of the keychain repeats texts of a
    /// process, which may be a misplaced secret.
    package static func check(_ item: KeychainItem) throws(StoreError) {
        guard !item.service.isEmpty else { throw StoreError(.invalid, "The service of a secret is empty.") }
        for (name, text) in [("service", item.service), ("account", item.account)] {
            guard text.utf8.count <= nameBytes,
                !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else {
                throw StoreError(
                    .invalid,
                    "The \(name) of a secret has more than \(nameBytes) bytes, or a control character."
                )
            }
        }
    }
}

/// Changes the keychain; the caller has encrypted the secrets, so that the store never holds one in plain text.
///
/// The caller checks entitlements and ``KeychainLimits/check(_:)``. No change is reported, because only the caller may
/// learn of it.
package enum KeychainOperation: Hashable, Sendable {
    /// Stores a secret in place of an earlier one; refused with code `limitExceeded` beyond ``KeychainLimits/items``.
    case set(KeychainItem, sealed: Data)
    /// Deletes a secret; `unchanged` if there is none.
    case delete(KeychainItem)
    case deleteAll(accessGroup: String)

    static let schema = """
        CREATE TABLE keychainItem (
            accessGroup TEXT NOT NULL, service TEXT NOT NULL, account TEXT NOT NULL, sealed BLOB NOT NULL,
            PRIMARY KEY (accessGroup, service, account)) STRICT, WITHOUT ROWID;
        """
}

extension TransactionContext {
    func apply(_ operation: KeychainOperation) throws -> OperationOutcome {
        switch operation {
        case .set(let item, let sealed):
            try run(
                """
                INSERT INTO keychainItem (accessGroup, service, account, sealed) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET sealed = excluded.sealed
                """,
                [item.accessGroup, item.service, item.account, sealed]
            )
            let count = try number("SELECT count(*) FROM keychainItem WHERE accessGroup = ?", [item.accessGroup])
            guard count <= KeychainLimits.items else {
                throw StoreError(
                    .limitExceeded,
                    "The keychain group \(item.accessGroup) has \(KeychainLimits.items) secrets already."
                )
            }
            return .changed
        case .delete(let item):
            let count = try run(
                "DELETE FROM keychainItem WHERE accessGroup = ? AND service = ? AND account = ?",
                [item.accessGroup, item.service, item.account]
            )
            return count > 0 ? .changed : .unchanged
        case .deleteAll(let accessGroup):
            try run("DELETE FROM keychainItem WHERE accessGroup = ?", [accessGroup])
            return .changed
        }
    }
}

extension DurableReader {
    package func sealedSecret(of item: KeychainItem) throws -> Data? {
        try first(
            "SELECT sealed FROM keychainItem WHERE accessGroup = ? AND service = ? AND account = ?",
            [item.accessGroup, item.service, item.account]
        ).map { $0[0] }
    }

    /// Reads the locations of the secrets in an access group, sorted by service and account.
    package func keychainItems(in accessGroup: String) throws -> [KeychainItem] {
        try all(
            "SELECT service, account FROM keychainItem WHERE accessGroup = ? ORDER BY service, account",
            [accessGroup]
        ).map { KeychainItem(accessGroup: accessGroup, service: $0[0], account: $0[1]) }
    }
}
