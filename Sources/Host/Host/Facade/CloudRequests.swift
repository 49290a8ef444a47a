package import DeviceSync
import HostStorage
package import TodayProtocol

/// Asks for the state of the connection to the cloud.
package struct GetCloudStatusRequest: HostRequest {
    package init() {}

    package func reply(from host: TodayHost) async throws -> CloudStatus { host.components.messages.link.status }
}

/// Joins a cloud with a one-time token, in place of the cloud that was joined before.
///
/// If the cloud or the person is another one, the inboxes on this device are emptied and fetched again. Fails with
/// `invalid` for an address or a token that does not work, and with `cloudUnavailable` if the cloud cannot be reached;
/// the host then stays with the cloud that it had joined.
package struct LinkCloudRequest: HostRequest, Codable {
    /// The cloud's address: https, or http to this machine.
    package var url: String
    /// The one-time token of the cloud's operator; a secret.
    package var token: String
    /// The name under which the cloud lists this host; the machine's name if left out.
    package var name: String?
    /// `true` if the person accepts http to another machine, although others can then read what is sent.
    package var isInsecure: Bool

    package init(url: String, token: String, name: String?, isInsecure: Bool) {
        self.url = url
        self.token = token
        self.name = name
        self.isInsecure = isInsecure
    }

    package func reply(from host: TodayHost) async throws -> CloudStatus {
        let name = name ?? MachineName.current
        guard (1...128).contains(name.utf8.count), (1...512).contains(token.utf8.count) else {
            throw HostError(.invalid, "A name has 1 to 128 bytes, and a token 1 to 512.")
        }
        do {
            return try await host.components.messages.link.join(url, token: token, name: name, isInsecure: isInsecure)
        } catch let error as CloudFailure where error.code == .unreachable || error.code == .timedOut {
            throw HostError(
                .cloudUnavailable,
                "Nobody answers at \(url): check the address, and that the cloud runs there.",
                cause: error
            )
        }
    }
}

/// Leaves the cloud that the host has joined; the host then joins the cloud inside it again, if there is one.
///
/// Fails with `notFound` if it has joined none, and with `invalid` if it has joined only the cloud inside it.
package struct UnlinkCloudRequest: HostRequest {
    package init() {}

    package func reply(from host: TodayHost) async throws {
        let components = host.components
        guard let link = try await components.store.durable.read({ try $0.cloudLink() }) else {
            throw HostError(.notFound, "This host has joined no cloud.")
        }
        if link.isLocal, components.messages.localCloud.current != nil {
            throw HostError(
                .invalid,
                "This host has joined only the cloud inside it; start it with --no-cloud to be without."
            )
        }
        try await components.messages.link.leave()
    }
}

/// Asks for the keys with which a program can send through the cloud that runs inside the host.
///
/// Fails with `notFound` if no cloud runs inside the host, or there is no such app.
package struct GetSenderKeysRequest: HostRequest {
    /// The app that the program sends to; `nil` for the first one.
    package var app: AppID?

    package init(of app: AppID? = nil) { self.app = app }

    package func reply(from host: TodayHost) async throws -> SenderKeys {
        let keys = try await host.components.messages.keys(of: app)
        host.components.audit.record(AuditEvent(.keysRead, app: keys.app), about: "\(keys.app)")
        return keys
    }
}

/// Asks for the topics that the person's devices are subscribed to, sorted by name.
///
/// The reply is the last known list if the cloud cannot be reached.
package struct ListTopicsRequest: HostRequest {
    package init() {}

    package func reply(from host: TodayHost) async throws -> [String] {
        do {
            return try await host.components.messages.link.topics()
        } catch let error as CloudFailure where error.code == .unreachable || error.code == .timedOut {
            return try await host.components.store.durable.read { try $0.topics() }
        }
    }
}

/// Subscribes the person's devices to a topic, or unsubscribes them.
///
/// Fails with `invalid` if the person may not read the topic or its name is malformed, and with `cloudUnavailable` if
/// the cloud cannot be reached.
package struct SetTopicRequest: HostRequest {
    /// The topic.
    package var name: String
    /// `true` if the devices are subscribed from now on.
    package var isSubscribed: Bool

    package init(_ name: String, subscribed: Bool) {
        self.name = name
        isSubscribed = subscribed
    }

    package func reply(from host: TodayHost) async throws {
        try await host.components.messages.link.setTopic(name, subscribed: isSubscribed)
    }
}
