import FoundationEssentials
import JSON
import PushEncoding

/// The key with which an application server authenticates to push services (VAPID, RFC 8292).
///
/// Browsers bind a subscription to the key: keep it as long as there are subscriptions, and readable only by its owner.
public struct VAPIDKey: Sendable {
    /// The longest lifetime of a token, in seconds.
    public static let maximumLifetime = 86_400

    private let key: ES256Key

    /// Creates a random key.
    public init() { key = ES256Key() }

    /// Reads the bytes of ``rawRepresentation``; throws ``WebPushError`` with code `invalidKey` if they are not a key.
    public init(rawRepresentation: [UInt8]) throws(WebPushError) {
        do {
            key = try ES256Key(rawRepresentation: rawRepresentation)
        } catch {
            throw WebPushError(.invalidKey, "The VAPID key is not a private key of P-256 in 32 bytes.")
        }
    }

    /// The private number, 32 bytes.
    public var rawRepresentation: [UInt8] { key.rawRepresentation }

    /// The public key in the form that pages need for `applicationServerKey`: an uncompressed point in base64url.
    public var publicKey: String { Base64URL.encode(key.publicKey) }

    /// Returns `true` if a text is a valid contact address of the operator: a `mailto:` or `https:` URL (RFC 8292,
    /// section 2.1) of at most 1,024 printable ASCII characters.
    public static func isSubject(_ text: String) -> Bool {
        ["mailto:", "https://"].contains { text.hasPrefix($0) && text.utf8.count > $0.utf8.count }
            && text.utf8.count <= 1024 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Returns the value of the header `Authorization` for a push service with the origin `audience`: the scheme
    /// `vapid`, a token that expires at most ``maximumLifetime`` ahead, and the public key.
    func authorization(for audience: String, subject: String, expires: Date) throws -> String {
        let token = try key.token(
            header: ["typ": "JWT"],
            claims: [
                "aud": .string(audience), "exp": .integer(Int(expires.timeIntervalSince1970)), "sub": .string(subject),
            ]
        )
        // No space after the comma, since some services split there.
        return "vapid t=\(token),k=\(publicKey)"
    }
}
