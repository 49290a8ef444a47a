package import CloudStorage
import Foundation
import JSON

extension Cloud {
    /// How long a name of a person or a device may be, in UTF-8 bytes.
    package static let nameLimit = JoinTokenIssuer.nameLimit

    /// Makes the tokens with which devices join.
    package var joinTokenIssuer: JoinTokenIssuer { JoinTokenIssuer(store: store, now: now) }

    /// Lets a device join.
    ///
    /// - Parameters:
    ///   - token: The one-time token that the operator made.
    ///   - name: What the device calls itself.
    /// - Returns: The device, and the token that it proves itself with from now on.
    /// - Throws: ``CloudError`` with code `forbidden` if the token works no more or never did.
    package func join(token: String, name: String) async throws -> (device: DeviceRecord, token: String) {
        guard JoinTokenIssuer.isName(name) else {
            throw CloudError(.invalid, "\"name\" has 1 to \(Self.nameLimit) bytes and no control characters.")
        }
        let own = Secret.random(length: 43)
        let device = try await store.join(
            token: Secret.hash(token),
            id: DeviceID(Secret.uuid()),
            name: name,
            tokenHash: Secret.hash(own)
        )
        guard let device else {
            throw CloudError(
                .forbidden,
                "This token does not work: it was used, revoked or too old. Ask for a new one: today cloud user add."
            )
        }
        return (device, own)
    }

    /// The device that a token belongs to.
    ///
    /// - Throws: ``CloudError`` with code `unauthorized` if it is no device's.
    package func device(token: String) async throws -> DeviceRecord {
        guard let device = try await store.device(tokenHash: Secret.hash(token)) else {
            throw CloudError(.unauthorized, "This token is no device's; the device may have been revoked.")
        }
        return device
    }

    /// Removes a device, and ends its stream.
    package func leave(_ device: DeviceRecord) async throws {
        _ = try await store.removeDevice(device.id)
        hub.end([device.number])
    }

    /// Registers an app on a device.
    ///
    /// - Parameters:
    ///   - name: The bundle identifier of the app.
    ///   - device: The device.
    ///   - channel: What the device told of the app's channel.
    /// - Returns: The ids of channel and inbox, and the password that opens the inbox from now on.
    /// - Throws: ``CloudError`` with code `notFound` if the app has no keys here.
    package func register(
        app name: String,
        on device: DeviceRecord,
        channel: DeviceChannelRequest
    ) async throws -> (channel: DeviceChannel, password: String) {
        guard let app = try await store.app(name: name) else {
            throw CloudError(
                .notFound,
                "This cloud has no keys for \(name); its operator can make them: today cloud keys --add \(name)"
            )
        }
        let password = Secret.random()
        let registered = try await store.registerDeviceChannel(
            NewChannel(
                id: ChannelID(Secret.uuid()),
                type: ChannelPlatform.host,
                address: device.id.text,
                optIn: channel.optIn,
                zone: channel.zone,
                properties: channel.properties,
                tags: ["device": channel.tags]
            ),
            device: device.number,
            app: app.number,
            inbox: InboxID(Secret.random()),
            passwordHash: Secret.hash(password)
        )
        guard let registered else { throw CloudError(.unauthorized, "This device was revoked.") }
        return (registered, password)
    }
}

/// An inbox that somebody has opened with a password.
package struct AuthorizedInbox: Hashable, Sendable {
    /// Its id.
    package let id: InboxID
    /// What the store knows of it.
    package let access: InboxAccess
    /// The channel whose password it was, if it was one's.
    package let channel: ChannelNumber?
}
