package import CloudStorage
import Foundation
import JSON

extension Cloud {
    /// The largest length of a person's or a device's name, in UTF-8 bytes.
    package static let nameLimit = JoinTokenIssuer.nameLimit

    /// Issues the one-time tokens with which devices join.
    package var joinTokenIssuer: JoinTokenIssuer { JoinTokenIssuer(store: store, now: now) }

    /// Adds a device that sent a join token.
    ///
    /// - Parameters:
    ///   - token: The one-time token from the operator.
    ///   - name: The name that the device gave itself.
    /// - Returns: The device and its new token.
    /// - Throws: ``CloudError`` with code `forbidden` if the token is unknown, used, revoked or expired.
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

    /// Returns the device with a token.
    ///
    /// - Throws: ``CloudError`` with code `unauthorized` if no device has it.
    package func device(token: String) async throws -> DeviceRecord {
        guard let device = try await store.device(tokenHash: Secret.hash(token)) else {
            throw CloudError(.unauthorized, "This token is no device's; the device may have been revoked.")
        }
        return device
    }

    /// Removes a device and ends its stream.
    package func leave(_ device: DeviceRecord) async throws {
        _ = try await store.removeDevice(device.id)
        hub.end([device.number])
    }

    /// Registers an app on a device.
    ///
    /// - Parameters:
    ///   - name: The bundle identifier of the app.
    ///   - device: The device.
    ///   - channel: The properties of the app's channel.
    /// - Returns: The ids of the channel and the inbox, and the new password of the inbox.
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

/// An inbox that a request has opened with a password.
package struct AuthorizedInbox: Hashable, Sendable {
    package let id: InboxID
    /// The inbox as the store knows it.
    package let access: InboxAccess
    /// The channel that the password was issued to, if any.
    package let channel: ChannelNumber?
}
