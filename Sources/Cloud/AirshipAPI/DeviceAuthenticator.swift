import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird

/// Authenticates devices: determines the app, the channel or the inbox of a request.
struct DeviceAuthenticator: Sendable {
    /// The largest deviation of a device's clock, in seconds.
    static let tolerance = 600.0

    let cloud: Cloud

    /// Returns the app of a request that is signed with the app secret, or has the app key and the app secret; 401 if
    /// the signature is wrong, too old, from the future, or was used before.
    func signedApp(_ request: Request, _ context: CloudContext) async throws -> AppRecord {
        if let (key, secret) = Credentials(request.headers).basic {
            guard let (app, isMaster) = try await cloud.authenticate(key: key, secret: secret) else {
                throw try refused("The app key or the secret is wrong.", context)
            }
            try context.checkRate(key: "\(isMaster ? "sender" : "app") \(app.number.value)", isSecret: isMaster)
            return app
        }
        return try await signed(request, context, channel: nil)
    }

    /// Returns the app and the channel of a request that is signed on behalf of a channel.
    func signedChannel(_ request: Request, _ context: CloudContext) async throws -> (app: AppRecord, channel: ChannelID)
    {
        guard let channel = Self.value("X-UA-Channel-ID", in: request.headers) else {
            throw AirshipError.unauthorized("X-UA-Channel-ID is missing.")
        }
        return (try await signed(request, context, channel: channel), ChannelID(channel))
    }

    /// Returns the channel whose token a request has; 401 if the token is unknown, 409 if its channel was removed.
    func channel(_ request: Request, _ context: CloudContext) async throws -> (channel: ChannelID, app: AppNumber) {
        guard let token = Credentials(request.headers).bearer else {
            throw AirshipError.unauthorized("Send the channel's token: Authorization: Bearer …")
        }
        guard let found = try await cloud.store.channel(tokenHash: Secret.hash(token)) else {
            guard try await cloud.store.goneChannel(tokenHash: Secret.hash(token)) == nil else {
                throw AirshipError.gone
            }
            throw try refused("The channel's token is unknown or too old; ask for another.", context)
        }
        try context.checkRate(key: "channel \(found.channel)")
        return found
    }

    /// Returns the inbox that a request opens with its id and password; it must be the inbox in the path.
    func inbox(_ request: Request, _ context: CloudContext) async throws -> AuthorizedInbox {
        let id = try context.parameters.require("user")
        guard let (name, password) = Credentials(request.headers).basic else {
            throw AirshipError.unauthorized("Send the user's name and password: Authorization: Basic …")
        }
        guard name == id, let inbox = try await cloud.openInbox(InboxID(id), password: password) else {
            throw try refused("The user or the password is wrong.", context)
        }
        try context.checkRate(key: "inbox \(id)")
        return inbox
    }

    private func signed(_ request: Request, _ context: CloudContext, channel: String?) async throws -> AppRecord {
        let headers = request.headers
        guard let key = Self.value("X-UA-Appkey", in: headers) ?? Self.value("X-UA-App-Key", in: headers),
            let nonce = Self.value("X-UA-Nonce", in: headers),
            let timestamp = Self.value("X-UA-Timestamp", in: headers),
            let signature = Credentials(request.headers).bearer
        else { throw AirshipError.unauthorized("The request is not signed.") }
        guard let app = try await cloud.store.app(key: key) else {
            throw try refused("The app key is unknown.", context)
        }
        // The signature covers the text of the header, from which a reformatted date could differ.
        let parts = [key, channel, nonce, timestamp].compactMap { $0 }
        let expected = Secret.signature(of: parts.joined(separator: ":"), key: app.secret)
        guard Secret.equal(signature.utf8, expected.utf8) else { throw try refused("The signature is wrong.", context) }
        let now = cloud.now()
        guard let date = AirshipDate.parse(timestamp), abs(date.timeIntervalSince(now)) <= Self.tolerance else {
            throw AirshipError.unauthorized("The signature is too old or from the future; is the device's clock right?")
        }
        let end = date.addingTimeInterval(Self.tolerance + 1)
        guard try await cloud.store.useNonce(nonce, of: app.number, expires: end) else {
            throw try refused("This signature was used before.", context)
        }
        try context.checkRate(key: "app \(app.number.value)", isSecret: false)
        return app
    }

    /// Returns the value of a header; `nil` if it is missing, empty or too long.
    private static func value(_ name: String, in headers: HTTPFields) -> String? {
        guard let value = HTTPField.Name(name).flatMap({ headers[$0] }), (1...256).contains(value.utf8.count) else {
            return nil
        }
        return value
    }

    private func refused(_ why: String, _ context: CloudContext) throws -> AirshipError {
        try context.recordWrongSecret()
        return .unauthorized(why)
    }
}
