package import FoundationEssentials
package import HostStorage

/// Begins, renews or ends a browser's session, which is known by the hash of its token.
package struct ChangeSessionRequest: HostRequest {
    /// What happens to the session.
    package enum Change: Hashable, Sendable {
        /// The browser signs in.
        case begin
        /// The browser was seen.
        case touch
        /// The browser signs out.
        case end
    }

    /// What happens.
    package var change: Change
    /// The hash of the session's token.
    package var tokenHash: String
    /// What a browser that signs in calls itself, at most 128 bytes.
    package var browser: String?
    /// What the person calls the device that signs in, at most 128 bytes.
    package var name: String?
    /// What the device that signs in may do.
    package var rights: DeviceRights

    /// Makes a request.
    package init(
        _ change: Change,
        tokenHash: String,
        browser: String? = nil,
        name: String? = nil,
        rights: DeviceRights = .change
    ) {
        self.change = change
        self.tokenHash = tokenHash
        self.browser = browser
        self.name = name
        self.rights = rights
    }

    package func reply(from host: TodayHost) async throws {
        let operation: SessionOperation =
            switch change {
            case .begin: .begin(tokenHash: tokenHash, browser: browser, name: name, rights: rights)
            case .touch: .touch(tokenHash: tokenHash)
            case .end: .end(tokenHash: tokenHash)
            }
        try await host.components.store.durable.commit(.session(operation))
    }
}

/// Asks which browsers are signed in, the one that was seen last first.
package struct ListSessionsRequest: HostRequest {
    /// Makes a request.
    package init() {}

    package func reply(from host: TodayHost) async throws -> [WebSession] {
        try await host.components.store.durable.read { try $0.sessions() }
    }
}

/// Asks for the session of a browser; the reply is `nil` if it is not signed in.
package struct GetSessionRequest: HostRequest {
    /// The hash of the session's token.
    package var tokenHash: String

    /// Makes a request.
    package init(tokenHash: String) { self.tokenHash = tokenHash }

    package func reply(from host: TodayHost) async throws -> WebSession? {
        try await host.components.store.durable.read { try $0.session(tokenHash: tokenHash) }
    }
}

// MARK: - What the person decides about devices

/// A device that is signed in, as local tools list it.
package struct Device: Codable, Hashable, Sendable {
    /// The id by which it is renamed, limited and signed out; no secret.
    package var id: String
    /// What the person calls it; `nil` if they gave it no name.
    package var name: String?
    /// What its browser calls itself; `nil` if it does not say.
    package var browser: String?
    /// What it may do.
    package var rights: DeviceRights
    /// When it signed in.
    package var created: Date
    /// When it was last seen, to a few minutes.
    package var lastSeen: Date

    /// Describes a device.
    package init(
        id: String,
        name: String? = nil,
        browser: String? = nil,
        rights: DeviceRights,
        created: Date,
        lastSeen: Date
    ) {
        self.id = id
        self.name = name
        self.browser = browser
        self.rights = rights
        self.created = created
        self.lastSeen = lastSeen
    }

    /// The device of a session.
    package init(_ session: WebSession) {
        self.init(
            id: session.tokenHash,
            name: session.name,
            browser: session.browser,
            rights: session.rights,
            created: session.created,
            lastSeen: session.lastSeen
        )
    }
}

/// Asks which devices are signed in, the one that was seen last first.
package struct ListDevicesRequest: HostRequest {
    /// Makes a request.
    package init() {}

    package func reply(from host: TodayHost) async throws -> [Device] {
        try await host.components.store.durable.read { try $0.sessions() }.map(Device.init)
    }
}

/// Finds a device by its id, by how the id begins, or by its name.
///
/// Fails with `notFound` if there is none, and with `invalid` if there are several.
package struct FindDeviceRequest: HostRequest {
    /// The id, how it begins, or the name.
    package var name: String

    /// Makes a request.
    package init(_ name: String) { self.name = name }

    package func reply(from host: TodayHost) async throws -> String {
        let sessions = try await host.components.store.durable.read { try $0.sessions() }
        return try Self.id(named: name, of: sessions.map(Device.init))
    }

    /// The id of the only one of several devices that has a name or begins with it.
    package static func id(named name: String, of devices: [Device]) throws(HostError) -> String {
        let named = devices.filter { $0.id == name || $0.name == name }.map(\.id)
        let isPrefix = named.isEmpty && IDPrefix.isUsable(name)
        let found = isPrefix ? devices.map(\.id).filter { $0.hasPrefix(name.lowercased()) } : named
        if !isPrefix, found.count > 1 {
            throw HostError(
                .invalid,
                "\(found.count) devices are called \(name.prefix(128)); use an id that today devices shows."
            )
        }
        guard let id = try IDPrefix.only(of: found, beginning: name) else {
            throw HostError(.notFound, "There is no device \(name.prefix(128)); today devices lists them.")
        }
        return id
    }
}

/// Gives a device a name.
///
/// Fails with `notFound` if the device is not signed in, and with `invalid` if the name is too long.
package struct RenameDeviceRequest: HostRequest {
    /// The device's id.
    package var device: String
    /// The name, of at most 128 bytes; `nil` removes it.
    package var name: String?

    /// Makes a request.
    package init(_ device: String, to name: String?) {
        self.device = device
        self.name = name
    }

    package func reply(from host: TodayHost) async throws {
        try await host.components.store.durable.commit(
            .session(.rename(tokenHash: device, name: name)),
            origin: .person
        )
    }
}

/// Changes what a device may do, from its next request on; what it has open ends.
///
/// Fails with `notFound` if the device is not signed in.
package struct SetDeviceRightsRequest: HostRequest {
    /// The device's id.
    package var device: String
    /// What it may do.
    package var rights: DeviceRights

    /// Makes a request.
    package init(_ rights: DeviceRights, of device: String) {
        self.device = device
        self.rights = rights
    }

    package func reply(from host: TodayHost) async throws {
        try await host.components.store.durable.commit(
            .session(.setRights(tokenHash: device, rights: rights)),
            origin: .person
        )
    }
}

/// Signs a device out; does nothing if it is not signed in.
package struct SignOutDeviceRequest: HostRequest {
    /// The device's id.
    package var device: String

    /// Makes a request.
    package init(_ device: String) { self.device = device }

    package func reply(from host: TodayHost) async throws {
        try await host.components.store.durable.commit(.session(.end(tokenHash: device)), origin: .person)
    }
}

/// Adds to the audit log that links were followed which sign nobody in.
package struct RecordWrongLinksRequest: HostRequest {
    /// How many, and from which network, as sentences of the log.
    package var details: [String]

    /// Makes a request.
    package init(_ details: [String]) { self.details = details }

    package func reply(from host: TodayHost) async throws {
        let operations = details.map { StoreOperation.audit(AuditEvent(.linksRefused, $0)) }
        try await host.components.store.durable.commit(StoreTransaction(operations, origin: .host))
    }
}
