public import FoundationEssentials
import TodayProtocol

extension ProcessScoped {
    /// Returns the secrets of a keychain access group.
    ///
    /// - Parameter accessGroup: A name among `keychain-access-groups` in the process's own Entitlements.plist, without the
    ///   prefix `$(AppIdentifierPrefix)`.
    /// - Returns: The secrets, which every process that is entitled to the access group shares.
    public func keychain(_ accessGroup: String) -> Keychain<Self> { Keychain(accessGroup: accessGroup, scope: self) }
}

/// Secrets by service and account: passwords, keys and tokens that must not be in shared defaults.
///
/// The host encrypts them at rest and gives them only to processes that are entitled to the access group. An app and its widget
/// share them by naming the same access group in both Entitlements.plist. They stay on this device, are in no log, and are
/// deleted with the last app that has the access group.
///
/// ```swift
/// let keychain = context.keychain("com.example.weather")
/// try await keychain.set("s3cret", service: "api.example.com", account: "me")
/// let key = try await keychain.text(service: "api.example.com", account: "me")
/// ```
///
/// Every function throws ``RequestError``: `notEntitled` without the access group, or after the person has revoked it;
/// `limitExceeded` beyond 100 secrets in an access group, 4 KiB for a secret, or 60 writes or 100 reads in ten seconds;
/// `invalidValue` for a service or account that is too long or has control characters.
public struct Keychain<Scope: ProcessScoped>: Sendable {
    /// The service and the account that identify a secret.
    public typealias Item = KeychainEntry

    /// The name of the access group.
    public let accessGroup: String
    let scope: Scope

    /// Reads the last committed value of a secret, or `nil`; an uncommitted write of the same action is not visible;
    /// throws ``RequestError``.
    public func data(service: String, account: String = "") async throws -> Data? {
        let request = KeychainGetRequest(accessGroup: accessGroup, service: service, account: account)
        return try await scope.process.session.ask(request).secret
    }

    /// Reads a secret that is text, as ``data(service:account:)`` does; `nil` also if it is not UTF-8; throws
    /// ``RequestError``.
    public func text(service: String, account: String = "") async throws -> String? {
        try await data(service: service, account: account).flatMap { String(bytes: $0, encoding: .utf8) }
    }

    /// Stores a secret of at most 4 KiB and replaces an earlier one, for a service and an account of at most 256 bytes
    /// each.
    ///
    /// Outside an action it is on disk when this returns; within one it is committed with the action.
    ///
    /// - Throws: ``RequestError``.
    public func set(_ secret: Data, service: String, account: String = "") async throws {
        try await scope.process.ask {
            KeychainSetRequest(
                accessGroup: accessGroup,
                service: service,
                account: account,
                secret: secret,
                transaction: $0
            )
        }
    }

    /// Stores a secret that is text and replaces an earlier one; throws ``RequestError``.
    public func set(_ secret: String, service: String, account: String = "") async throws {
        try await set(Data(secret.utf8), service: service, account: account)
    }

    /// Deletes a secret; does nothing if there is none.
    ///
    /// Within an action it is committed with the action.
    ///
    /// - Throws: ``RequestError``.
    public func delete(service: String, account: String = "") async throws {
        try await scope.process.ask {
            KeychainDeleteRequest(accessGroup: accessGroup, service: service, account: account, transaction: $0)
        }
    }

    /// Lists the secrets of the access group, without their values, sorted by service and account; throws
    /// ``RequestError``.
    public func items() async throws -> [Item] {
        try await scope.process.session.ask(KeychainListRequest(accessGroup: accessGroup)).items
    }
}
