package import FoundationEssentials
import TodayProtocol

/// Begins, renews or ends a browser's session, which is identified by the hash of its token.
package struct ChangeSessionRequest: HostRequest {
    package enum Change: Hashable, Sendable {
        case begin
        case touch
        /// The browser is signed out, and its passkeys are removed.
        case end
        /// The browser signs itself out; with a passkey it can sign in again.
        case signOut
    }

    package var change: Change
    package var tokenHash: String
    /// The name that the browser reports when it signs in, at most 128 bytes.
    package var browser: String?
    /// The person's name for the device that signs in, at most 128 bytes.
    package var name: String?
    package var rights: DeviceRights
    /// The previous session of the browser that signs in: it ends, and its passkeys pass to the new one.
    package var replacing: String?

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
}

/// Asks for the browsers that are signed in or can sign in again with a passkey, most recently seen first.
package struct ListSessionsRequest: HostRequest {
    package typealias Reply = [WebSession]

    package init() {}
}

/// Asks for the session of a browser; the reply is `nil` if it is not signed in.
package struct GetSessionRequest: HostRequest {
    package typealias Reply = WebSession?

    package var tokenHash: String

    package init(tokenHash: String) { self.tokenHash = tokenHash }
}

// MARK: - Managing devices

/// A device that is signed in, or can sign in again with a passkey, as local tools list it.
package struct Device: Codable, Hashable, Sendable {
    /// The id for renaming, limiting and signing out the device; not secret.
    package var id: String
    /// The name that the person gave the device; `nil` if there is none.
    package var name: String?
    /// The name that its browser reports; `nil` if it reports none.
    package var browser: String?
    package var rights: DeviceRights
    package var created: Date
    package var contact: DeviceContact
    /// `true` if the device has been silent for longer than expected.
    package var isSilent: Bool
    package var isSignedOut: Bool
    /// The passkeys with which it can sign in again, oldest first.
    package var passkeys: [DevicePasskey]

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

    /// Creates the description of a session's device at a time, with its own among the passkeys of all devices.
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

    package var label: String? { name ?? browser }

    /// The time at which it was last seen, accurate to a few minutes.
    package var lastSeen: Date { contact.lastSeen }
}

package struct DevicePasskey: Codable, Hashable, Sendable {
    /// The id for removing the passkey; not secret.
    package var id: String
    package var created: Date
    package var lastUsed: Date?

    package init(_ passkey: Passkey) {
        id = passkey.id
        created = passkey.created
        lastUsed = passkey.lastUsed
    }
}

/// Asks for the devices, most recently seen first.
package struct ListDevicesRequest: HostRequest, RoutedRequest {
    package typealias Reply = [Device]

    package static let routes = [Route(.get, "devices")]
    package static let replyCoding = ReplyCoding<Reply>.member("devices")

    package init() {}
}

/// Dismisses the notice that devices are silent; another one appears only for the next silence.
package struct DismissSilencesRequest: HostRequest {
    package init() {}
}

/// Finds a device by its id, a prefix of its id, or its name.
///
/// Fails with `notFound` if there is none, and with `invalid` if there are several.
package struct FindDeviceRequest: HostRequest, RoutedRequest {
    package typealias Reply = String

    package static let routes = [Route(.get, "find/device")]
    package static let replyCoding = ReplyCoding<Reply>.member("id")

    package var name: String

    package init(_ name: String) { self.name = name }

    /// Returns the id of the only device with a given id or name, or whose id begins with it.
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

/// Gives a device a name; fails with `notFound` if it is not signed in, and with `invalid` if the name is too long.
package struct RenameDeviceRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.put, "devices/:device/name")]

    package var device: String
    /// The name, of at most 128 bytes; `nil` removes it.
    package var name: String?

    package init(_ device: String, to name: String?) {
        self.device = device
        self.name = name
    }
}

/// Changes the rights of a device from its next request on, and ends its open event streams.
///
/// Fails with `notFound` if the device is not signed in.
package struct SetDeviceRightsRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.put, "devices/:device/rights")]

    package var device: String
    package var rights: DeviceRights

    package init(_ rights: DeviceRights, of device: String) {
        self.device = device
        self.rights = rights
    }
}

/// Signs a device out and removes its passkeys; does nothing if there is no such device.
package struct SignOutDeviceRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.delete, "devices/:device")]

    package var device: String

    package init(_ device: String) { self.device = device }
}

/// Records in the audit log that invalid sign-in links or passkeys were used.
package struct RecordWrongLinksRequest: HostRequest {
    /// Sentences for the log with the number of attempts and the network that they came from.
    package var details: [String]

    package init(_ details: [String]) { self.details = details }
}
