import FoundationEssentials
import HostClock
import HostModel
import HostStorage
import TodayProtocol

extension ChangeSessionRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let operation: SessionOperation =
            switch change {
            case .begin:
                .begin(tokenHash: tokenHash, browser: browser, name: name, rights: rights, replacing: replacing)
            case .touch: .touch(tokenHash: tokenHash)
            case .end: .end(tokenHash: tokenHash)
            case .signOut: .signOut(tokenHash: tokenHash)
            }
        try await host.store.commit(.session(operation))
    }
}

extension ListSessionsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [WebSession] { try await host.store.read { try $0.sessions() } }
}

extension GetSessionRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> WebSession? {
        try host.store.readCommitted { try $0.session(tokenHash: tokenHash) }
    }
}

// MARK: - Managing devices

extension ListDevicesRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [Device] {
        let now = host.clock.now
        return try await host.store.read { reader in
            let passkeys = try reader.passkeys()
            return try reader.sessions().map { Device($0, now: now, passkeys: passkeys) }
        }
    }
}

extension DismissSilencesRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.store.commit(.session(.dismissSilences), origin: .person)
    }
}

extension FindDeviceRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> String {
        try Self.id(named: name, of: try await ListDevicesRequest().reply(from: host))
    }
}

extension RenameDeviceRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.store.commit(.session(.rename(tokenHash: device, name: name)), origin: .person)
    }
}

extension SetDeviceRightsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.store.commit(.session(.setRights(tokenHash: device, rights: rights)), origin: .person)
    }
}

extension SignOutDeviceRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.store.commit(.session(.end(tokenHash: device)), origin: .person)
    }
}

extension RecordWrongLinksRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        let operations = details.map { StoreOperation.audit(AuditEvent(.linksRefused, $0)) }
        try await host.store.commit(StoreTransaction(operations, origin: .host))
    }
}

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
    func reply(from host: TodayHost) async throws -> [Passkey] { try await host.store.read { try $0.passkeys() } }
}

extension GetPasskeyRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> Passkey? { try await host.store.read { try $0.passkey(id) } }
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
