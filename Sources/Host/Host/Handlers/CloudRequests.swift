import DeviceSync
import HostModel
import HostStorage
import TodayProtocol

extension GetCloudStatusRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> CloudStatus { host.messages.link.status }
}

extension LinkCloudRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> CloudStatus {
        let name = name ?? MachineName.current
        guard (1...128).contains(name.utf8.count), (1...512).contains(token.utf8.count) else {
            throw HostError(.invalid, "A name has 1 to 128 bytes, and a token 1 to 512.")
        }
        do {
            return try await host.messages.link.join(url, token: token, name: name, isInsecure: isInsecure)
        } catch let error as CloudFailure where error.code == .unreachable || error.code == .timedOut {
            throw HostError(
                .cloudUnavailable,
                "Nobody answers at \(url): check the address, and that the cloud runs there.",
                cause: error
            )
        }
    }
}

extension UnlinkCloudRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        guard let link = try await host.store.read({ try $0.cloudLink() }) else {
            throw HostError(.notFound, "This host has joined no cloud.")
        }
        if link.isLocal, host.messages.localCloud.current != nil {
            throw HostError(
                .invalid,
                "This host has joined only the cloud inside it; start it with --no-cloud to be without."
            )
        }
        try await host.messages.link.leave()
    }
}

extension GetSenderKeysRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> SenderKeys {
        let keys = try await host.messages.keys(of: app)
        host.services.audit.record(AuditEvent(.keysRead, app: keys.app), about: "\(keys.app)")
        return keys
    }
}

extension ListTopicsRequest: HandledRequest {
    func reply(from host: TodayHost) async throws -> [String] {
        do {
            return try await host.messages.link.topics()
        } catch let error as CloudFailure where error.code == .unreachable || error.code == .timedOut {
            return try await host.store.read { try $0.topics() }
        }
    }
}

extension SetTopicRequest: HandledRequest {
    func reply(from host: TodayHost) async throws {
        try await host.messages.link.setTopic(name, subscribed: isSubscribed)
    }
}
