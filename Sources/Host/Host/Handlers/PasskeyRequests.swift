import FoundationEssentials
import HostModel
import HostStorage

extension AddPasskeyRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let operation = PasskeyOperation.add(
            device: device,
            credentialID: credentialID,
            publicKey: publicKey,
            userHandle: userHandle,
            relyingParty: relyingParty,
            signCount: signCount
        )
        try await host.store.commit(.passkey(operation), origin: .person)
    }
}

extension ListPasskeysRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [Passkey] {
        try await host.store.read { try $0.passkeys() }
    }
}

extension GetPasskeyRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> Passkey? {
        try await host.store.read { try $0.passkey(id) }
    }
}

extension SignInWithPasskeyRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let operation = PasskeyOperation.signIn(id: id, signCount: signCount, tokenHash: tokenHash, browser: browser)
        try await host.store.commit(.passkey(operation), origin: .person)
    }
}

extension FindPasskeyRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> String {
        try Self.id(named: name, of: try await host.store.read { try $0.passkeys() })
    }
}

extension RemovePasskeyRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.store.commit(.passkey(.remove(id: id)), origin: .person)
    }
}
