import HostStorage
import JSONRPC
import Logging
import TodayProtocol

/// `keychain/set`, `get`, `delete` and `list`.
///
/// A secret is encrypted before it reaches the store, and decrypted only for the answer to the process.
extension ProcessSession {
    func setSecret(_ request: KeychainSetRequest) throws -> SessionChange<EmptyReply> {
        let item = try Self.item(request.accessGroup, request.service, request.account)
        guard request.secret.count <= KeychainLimits.secretBytes else {
            throw RPCError(
                .limitExceeded,
                "The secret has \(request.secret.count) bytes; at most \(KeychainLimits.secretBytes) are allowed."
            )
        }
        auditKeychain(request.accessGroup)
        do {
            let sealed = try services.keychain.seal(request.secret, for: item)
            return SessionChange(.keychain(.set(item, sealed: sealed)))
        } catch {
            throw keychainFailure(error)
        }
    }

    func deleteSecret(_ request: KeychainDeleteRequest) throws -> SessionChange<EmptyReply> {
        let item = try Self.item(request.accessGroup, request.service, request.account)
        auditKeychain(request.accessGroup)
        return SessionChange(.keychain(.delete(item)))
    }

    func secret(_ request: KeychainGetRequest, _ incoming: IncomingRequest) throws {
        let item = try Self.item(request.accessGroup, request.service, request.account)
        auditKeychain(request.accessGroup)
        services.store.enqueueRead { reader in
            try reader.sealedSecret(of: item)
        } completion: { result in
            switch result {
            case .failure(let error): incoming.fail(RPCError(error))
            case .success(let sealed):
                do {
                    let secret = try sealed.flatMap { try self.services.keychain.open($0, of: item) }
                    if sealed != nil, secret == nil { self.noteUnreadableSecret(in: item.accessGroup) }
                    incoming.reply(KeychainGetRequest.Reply(secret: secret))
                } catch {
                    incoming.fail(self.keychainFailure(error))
                }
            }
        }
    }

    func secrets(_ request: KeychainListRequest, _ incoming: IncomingRequest) throws {
        services.store.enqueueRead { reader in
            KeychainListRequest.Reply(
                items: try reader.keychainItems(in: request.accessGroup)
                    .map { KeychainListRequest.Item(service: $0.service, account: $0.account) }
            )
        } completion: { result in
            incoming.finish(result)
        }
    }

    private static func item(_ accessGroup: String, _ service: String, _ account: String) throws -> KeychainItem {
        let item = KeychainItem(accessGroup: accessGroup, service: service, account: account)
        try KeychainLimits.check(item)
        return item
    }

    /// Returns the error for a process, which may learn about the key, but not about the host's files.
    private func keychainFailure(_ error: any Error) -> RPCError {
        let keyError = error as? KeychainKeyError
        let reason = keyError?.message ?? (error as? StoreError)?.message ?? "The keychain cannot be used."
        services.logger.error("The keychain cannot be used", metadata: ["error": "\(reason)"])
        if let keyError { return RPCError(.internalError, "\(keyError.message) \(keyError.remedy)") }
        return RPCError(.internalError, RPCError.unknown)
    }

    private func noteUnreadableSecret(in accessGroup: String) {
        services.logger.error(
            "A secret cannot be decrypted: its key was lost or replaced",
            metadata: ["keychain": "\(accessGroup)"]
        )
    }
}

extension SessionMethod.RateLimit {
    static var keychainWrites: Self {
        Self(limit: 60, message: "A process writes at most 60 secrets to the keychain in ten seconds.")
    }

    static var keychainReads: Self {
        Self(limit: 100, message: "A process reads at most 100 times from the keychain in ten seconds.")
    }
}
