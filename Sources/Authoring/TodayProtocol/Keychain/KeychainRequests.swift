package import FoundationEssentials
import JSONRPC

/// Process to host: stores a secret of a keychain access group and replaces an earlier one.
///
/// Needs the access group among `keychain-access-groups`, in the process's own Entitlements.plist. The host encrypts the
/// secret before it stores it. Outside a transaction it is on disk when the host replies; in one it is committed with the
/// acknowledgement. At most 100 secrets in an access group, and 60 requests in ten seconds; beyond that `limitExceeded`.
package struct KeychainSetRequest: RPCRequest {
    package static let method = "keychain/set"

    package var accessGroup: String
    /// The service that the secret is for, such as the name of a server: 1 to 256 bytes without control characters.
    package var service: String
    /// The account at the service: 0 to 256 bytes without control characters.
    package var account: String
    /// The secret, at most 4 KiB.
    package var secret: Data
    package var transaction: Int?

    package init(accessGroup: String, service: String, account: String, secret: Data, transaction: Int? = nil) {
        self.accessGroup = accessGroup
        self.service = service
        self.account = account
        self.secret = secret
        self.transaction = transaction
    }
}

/// Process to host: reads a secret of a keychain access group, as it was last committed.
///
/// Needs the same as ``KeychainSetRequest``. At most 100 requests in ten seconds.
package struct KeychainGetRequest: RPCRequest {
    package static let method = "keychain/get"

    package struct Reply: Codable, Hashable, Sendable {
        /// The secret; left out if there is none.
        package var secret: Data?

        package init(secret: Data?) { self.secret = secret }
    }

    package var accessGroup: String
    package var service: String
    package var account: String

    package init(accessGroup: String, service: String, account: String) {
        self.accessGroup = accessGroup
        self.service = service
        self.account = account
    }
}

/// Process to host: deletes a secret of a keychain access group; deleting one that does not exist is not an error.
///
/// Needs the same as ``KeychainSetRequest``, and the reply has the same meaning.
package struct KeychainDeleteRequest: RPCRequest {
    package static let method = "keychain/delete"

    package var accessGroup: String
    package var service: String
    package var account: String
    package var transaction: Int?

    package init(accessGroup: String, service: String, account: String, transaction: Int? = nil) {
        self.accessGroup = accessGroup
        self.service = service
        self.account = account
        self.transaction = transaction
    }
}

/// Process to host: lists the secrets of a keychain access group, without their values.
///
/// Needs the same as ``KeychainSetRequest``. At most 100 requests in ten seconds.
package struct KeychainListRequest: RPCRequest {
    package static let method = "keychain/list"
    package typealias Item = KeychainEntry

    package struct Reply: Codable, Hashable, Sendable {
        /// The secrets, sorted by service and account.
        package var items: [Item]

        package init(items: [Item]) { self.items = items }
    }

    package var accessGroup: String

    package init(accessGroup: String) { self.accessGroup = accessGroup }
}

/// The service and the account that identify a secret.
public struct KeychainEntry: Codable, Hashable, Sendable {
    /// The service that the secret is for, such as the name of a server.
    public let service: String
    /// The account at the service; empty if the service has only one.
    public let account: String

    /// Creates an item from a service and an account.
    public init(service: String, account: String) {
        self.service = service
        self.account = account
    }
}
