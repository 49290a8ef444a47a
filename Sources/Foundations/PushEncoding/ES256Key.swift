import Crypto
import FoundationEssentials
package import JSON

/// A private key that signs JSON Web Tokens (RFC 7519) with ES256: ECDSA on the curve P-256 with SHA-256.
package struct ES256Key: Sendable {
    private let key: P256.Signing.PrivateKey

    package init() { key = P256.Signing.PrivateKey() }

    /// Reads a key in PEM form, PKCS #8 or SEC 1.
    package init(pem: String) throws { key = try P256.Signing.PrivateKey(pemRepresentation: pem) }

    /// Reads the 32 bytes of ``rawRepresentation``.
    package init(rawRepresentation: some Sequence<UInt8>) throws {
        key = try P256.Signing.PrivateKey(rawRepresentation: Data(rawRepresentation))
    }

    /// The private number, 32 bytes.
    package var rawRepresentation: [UInt8] { Array(key.rawRepresentation) }

    /// The public key that verifies signatures: an uncompressed point, 65 bytes.
    package var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    /// Returns a signed token in its compact form (RFC 7515, section 7.1); its header has `alg` besides the given
    /// members.
    package func token(header: [String: JSONValue], claims: [String: JSONValue]) throws -> String {
        let header = JSONValue.object(header.merging(["alg": "ES256"]) { $1 })
        let parts = [header, .object(claims)].map { Base64URL.encode($0.jsonBytes(sortsNames: true)) }
        let signed = parts.joined(separator: ".")
        let signature = try key.signature(for: Data(signed.utf8))
        return signed + "." + Base64URL.encode(signature.rawRepresentation)
    }
}
