import CloudCore
import CloudStorage
import Foundation
import HTTPServing
import Hummingbird

/// Authenticates devices: determines the app, the channel or the inbox of a request.
struct DeviceAuthenticator: Sendable {
    /// The largest deviation of a device's clock, in seconds.
    static let tolerance = 600.0

    let cloud: Cloud

    /// Returns the app of a request that is signed with the app secret, or has the app key and the app secret.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context of the request.
    /// - Returns: The app.
    /// - Throws: ``AirshipError`` 401 if the signature is wrong, too old, from the future, or was used before.
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
        guard let channel = AirshipHeaders.value(AirshipHeaders.channel, in: request.headers) else {
            throw AirshipError.unauthorized("X-UA-Channel-ID is missing.")
        }
        return (try await signed(request, context, channel: channel), ChannelID(channel))
    }

    /// Returns the channel whose token a request has.
    ///
    /// - Throws: ``AirshipError`` 401 if the token is unknown, 409 if its channel was removed.
    func channel(_ request: Request, _ context: CloudContext) async throws -> (channel: ChannelID, app: AppNumber) {
        guard let token = Credentials(request.headers).bearer else {
            throw AirshipError.unauthorized("Send the channel's token: Authorization: Bearer …")
        }
        guard let found = try await cloud.store.channel(tokenHash: Secret.hash(token)) else {
            guard try await cloud.store.goneChannel(tokenHash: Secret.hash(token)) == nil else {
                throw AirshipError(.conflict, 0, "The channel is gone; make a new one.")
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
        guard let key = AirshipHeaders.appKey(in: request.headers),
            let nonce = AirshipHeaders.value(AirshipHeaders.nonce, in: request.headers),
            let timestamp = AirshipHeaders.value(AirshipHeaders.timestamp, in: request.headers),
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

    private func refused(_ why: String, _ context: CloudContext) throws -> AirshipError {
        try context.recordWrongSecret()
        return .unauthorized(why)
    }
}
