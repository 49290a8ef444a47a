import Crypto
import FoundationEssentials
import JSON
import OutgoingHTTP
import PushEncoding

/// A browser's subscription: the URL of its push service, and the keys with which messages for it are encrypted.
public struct PushSubscription: Hashable, Sendable {
    /// The largest length of a subscription's JSON, in bytes.
    public static let maximumLength = 8192
    /// The largest length of an endpoint, in bytes.
    public static let maximumEndpointLength = 2048

    /// The URL to which messages are sent.
    public let endpoint: String
    /// The public key of the browser, an uncompressed point of P-256: 65 bytes (`p256dh`).
    public let publicKey: [UInt8]
    /// The secret that the browser shares with its application, 16 bytes (`auth`).
    public let authenticationSecret: [UInt8]

    /// Creates a subscription from its parts; tests allow a push service on a loopback address, over http or https.
    ///
    /// - Throws: ``WebPushError`` with code `invalidSubscription` that names the part.
    public init(
        endpoint: String,
        publicKey: [UInt8],
        authenticationSecret: [UInt8],
        allowsLoopback: Bool = false
    ) throws(WebPushError) {
        guard endpoint.utf8.count <= Self.maximumEndpointLength,
            endpoint.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: endpoint)
        else { throw WebPushError(.invalidSubscription, "The endpoint is not a URL.") }
        if let mistake = AddressPolicy(allowsLoopback: allowsLoopback).mistake(in: url) {
            throw WebPushError(.invalidSubscription, mistake)
        }
        guard publicKey.count == 65, (try? P256.KeyAgreement.PublicKey(x963Representation: publicKey)) != nil else {
            throw WebPushError(.invalidSubscription, "The key p256dh is not a point of P-256 in 65 bytes.")
        }
        guard authenticationSecret.count == 16 else {
            throw WebPushError(.invalidSubscription, "The secret auth does not have 16 bytes.")
        }
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.authenticationSecret = authenticationSecret
    }

    /// Parses the result of a browser's `PushSubscription.toJSON()`.
    ///
    /// It is JSON of at most ``maximumLength`` bytes with `endpoint`, `keys.p256dh` and `keys.auth`; other members are
    /// ignored.
    ///
    /// - Throws: ``WebPushError`` with code `invalidSubscription` that names the mistake.
    public init(json bytes: [UInt8], allowsLoopback: Bool = false) throws(WebPushError) {
        guard bytes.count <= Self.maximumLength, let value = try? JSONValue(parsing: bytes, depthLimit: 8) else {
            throw WebPushError(.invalidSubscription, "The subscription is not JSON of at most 8192 bytes.")
        }
        guard let endpoint = value["endpoint"]?.stringValue else {
            throw WebPushError(.invalidSubscription, "The subscription has no endpoint.")
        }
        guard let key = value["keys"]?["p256dh"]?.stringValue.flatMap(Base64URL.decode),
            let secret = value["keys"]?["auth"]?.stringValue.flatMap(Base64URL.decode)
        else { throw WebPushError(.invalidSubscription, "The subscription has no keys p256dh and auth in base64url.") }
        try self.init(endpoint: endpoint, publicKey: key, authenticationSecret: secret, allowsLoopback: allowsLoopback)
    }

    /// The origin of the push service, for which VAPID tokens are made: scheme, host and port.
    var audience: String {
        guard let url = URL(string: endpoint), let scheme = url.scheme, let host = url.host(percentEncoded: true) else {
            return endpoint
        }
        let name = host.contains(":") && host.first != "[" ? "[\(host)]" : host
        return "\(scheme)://\(name)" + (url.port.map { ":\($0)" } ?? "")
    }
}
