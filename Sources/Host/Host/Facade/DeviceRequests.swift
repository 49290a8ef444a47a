package import FoundationEssentials
import HostClock
package import HostStorage

/// Begins, renews or ends a browser's session, which is known by the hash of its token.
package struct ChangeSessionRequest: HostRequest {
    /// What happens to the session.
    package enum Change: Hashable, Sendable {
        /// The browser signs in.
        case begin
        /// The browser was seen.
        case touch
        /// The browser is signed out, and its passkeys are removed.
        case end
        /// The browser signs itself out; with a passkey it can sign in again.
        case signOut
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
    /// The session that a browser that signs in had until now: it ends, and its passkeys are those of the new one.
    package var replacing: String?

    /// Makes a request.
    package init(
        _ change: Change,
        tokenHash: String,
        browser: String? = nil,
        name: String? = nil,
        rights: DeviceRights = .change,
        replacing: String? = nil
    ) {
        self.change = change
        self.tokenHash = tokenHash
        self.browser = browser
        self.name = name
        self.rights = rights
        self.replacing = replacing
    }

    package func reply(from host: TodayHost) async throws {
        let operation: SessionOperation =
            switch change {
            case .begin:
                .begin(tokenHash: tokenHash, browser: browser, name: name, rights: rights, replacing: replacing)
            case .touch: .touch(tokenHash: tokenHash)
            case .end: .end(tokenHash: tokenHash)
            case .signOut: .signOut(tokenHash: tokenHash)
            }
        try await host.components.store.durable.commit(.session(operation))
    }
}

/// Asks for the devices: the browsers that are signed in or can sign in again with a passkey, the one that was seen last first.
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
        try host.components.store.durable.readCommitted { try $0.session(tokenHash: tokenHash) }
    }
}

// MARK: - What the person decides about devices

/// A device that is signed in, or can sign in again with a passkey, as local tools list it.
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
    /// When it is seen.
    package var contact: DeviceContact
    /// Whether it has been silent for longer than expected.
    package var isSilent: Bool
    /// Whether it has signed itself out.
    package var isSignedOut: Bool
    /// The passkeys with which it can sign in again, oldest first.
    package var passkeys: [DevicePasskey]

    /// Describes a device.
    package init(
        id: String,
        name: String? = nil,
        browser: String? = nil,
        rights: DeviceRights,
        created: Date,
        contact: DeviceContact,
        isSilent: Bool,
        isSignedOut: Bool = false,
        passkeys: [DevicePasskey] = []
    ) {
        self.id = id
        self.name = name
        self.browser = browser
        self.rights = rights
        self.created = created
        self.contact = contact
        self.isSilent = isSilent
        self.isSignedOut = isSignedOut
        self.passkeys = passkeys
    }

    /// The device of a session, as it is at a time.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - now: The time.
    ///   - passkeys: The passkeys of all devices.
    package init(_ session: WebSession, now: Date, passkeys: [Passkey] = []) {
        self.init(
            id: session.tokenHash,
            name: session.name,
            browser: session.browser,
            rights: session.rights,
            created: session.created,
            contact: session.contact,
            isSilent: session.isSilent(at: now),
            isSignedOut: session.isSignedOut,
            passkeys: passkeys.filter { $0.device == session.tokenHash }.map(DevicePasskey.init)
        )
    }

    /// The name that the person gave, or else what the browser calls itself.
    package var label: String? { name ?? browser }

    /// When it was last seen, to a few minutes.
    package var lastSeen: Date { contact.lastSeen }
}

/// A passkey of a device, as local tools list it.
package struct DevicePasskey: Codable, Hashable, Sendable {
    /// The id by which it is removed; no secret.
    package var id: String
    /// When it was added.
    package var created: Date
    /// When it last signed in; `nil` if it never did.
    package var lastUsed: Date?

    /// Describes a passkey.
    package init(_ passkey: Passkey) {
        id = passkey.id
        created = passkey.created
        lastUsed = passkey.lastUsed
    }
}

/// Asks for the devices, the one that was seen last first.
package struct ListDevicesRequest: HostRequest {
    /// Makes a request.
    package init() {}

    package func reply(from host: TodayHost) async throws -> [Device] {
        let now = host.components.clock.now
        return try await host.components.store.durable.read { reader in
            let passkeys = try reader.passkeys()
            return try reader.sessions().map { Device($0, now: now, passkeys: passkeys) }
        }
    }
}

/// Dismisses the notice that devices are silent; another one appears only for the next silence.
package struct DismissSilencesRequest: HostRequest {
    /// Makes a request.
    package init() {}

    package func reply(from host: TodayHost) async throws {
        try await host.components.store.durable.commit(.session(.dismissSilences), origin: .person)
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
        try Self.id(named: name, of: try await ListDevicesRequest().reply(from: host))
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

/// Signs a device out and removes its passkeys; does nothing if there is no such device.
package struct SignOutDeviceRequest: HostRequest {
    /// The device's id.
    package var device: String

    /// Makes a request.
    package init(_ device: String) { self.device = device }

    package func reply(from host: TodayHost) async throws {
        try await host.components.store.durable.commit(.session(.end(tokenHash: device)), origin: .person)
    }
}

/// Adds to the audit log that links were followed, or passkeys used, which sign nobody in.
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
