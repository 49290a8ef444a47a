package import CloudStorage
import Foundation
import JSON

extension Cloud {
    /// The largest length of a person's or a device's name, in UTF-8 bytes.
    package static let nameLimit = JoinTokenIssuer.nameLimit

    package var joinTokenIssuer: JoinTokenIssuer { JoinTokenIssuer(store: store, now: now) }

    /// Adds a device with the name that it gave itself, and returns it with its new token.
    ///
    /// - Throws: ``CloudError`` with code `forbidden` if the one-time token is unknown, used, revoked or expired.
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

    /// Returns the device with a token; ``CloudError`` `unauthorized` if there is none.
    package func device(token: String) async throws -> DeviceRecord {
        guard let device = try await store.device(tokenHash: Secret.hash(token)) else {
            throw CloudError(.unauthorized, "This token is no device's; the device may have been revoked.")
        }
        return device
    }

    package func leave(_ device: DeviceRecord) async throws {
        _ = try await store.removeDevice(device.id)
        hub.end([device.number])
    }

    /// Registers the app with a bundle identifier on a device, with a new password for the inbox.
    ///
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

extension Cloud {
    /// The largest number of pushes that a device reports at a time.
    package static let answerLimit = 100

    /// Returns `true` if a text is a valid id of a push: 1 to 64 letters, digits and hyphens.
    package static func isPushID(_ text: String) -> Bool { text.isASCIIName(limit: 64, with: "-") }

    /// The largest length of the name of an app in a report, in UTF-8 bytes.
    package static let appNameLimit = 256

    /// Tells the person's other devices that the person responded to pushes, or to messages of topics; can be repeated.
    ///
    /// Each device with a channel of the app gets an event for each push. If the reporting device has no channel of the
    /// app, as for messages of topics and for apps that only keep records, all other devices get one.
    package func reportAnswered(_ pushes: [String], of name: String, on device: DeviceRecord) async throws {
        let expires = now().addingTimeInterval(Double(configuration.pushLifetime))
        let events = pushes.map { push in
            EventContent(
                kind: "answered",
                body: (["app": .string(name), "push_id": .string(push)] as JSONValue).jsonText,
                expires: expires
            )
        }
        if let app = try await store.app(name: name),
            try await store.appendToOtherDevices(events, of: device.number, app: app.number)
        {
            return
        }
        _ = try await store.appendToOtherDevices(events, of: device.number, app: nil)
    }
}

/// An inbox that a request has opened with a password.
package struct AuthorizedInbox: Hashable, Sendable {
    package let id: InboxID
    package let access: InboxAccess
    /// The channel that the password was issued to, if any.
    package let channel: ChannelNumber?
}
