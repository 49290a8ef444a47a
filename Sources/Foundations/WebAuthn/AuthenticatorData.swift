import Crypto
import FoundationEssentials

/// The data that an authenticator reports about a ceremony and signs (WebAuthn Level 3, section 6.1).
///
/// The layout is fixed up to the key of a new passkey. That key is a COSE_Key in the canonical form of CTAP2, with only
/// the members of ES256 (section 6.5.1.1), so that the bytes around the two coordinates are constant and no CBOR parser
/// is needed. Anything after the key is ignored, since no extension was requested.
package struct AuthenticatorData: Hashable, Sendable {
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A person touched the authenticator.
        package static let userPresent = Flags(rawValue: 0x01)
        /// The authenticator verified the person, by a PIN, a fingerprint or a face.
        package static let userVerified = Flags(rawValue: 0x04)
        package static let canBeBackedUp = Flags(rawValue: 0x08)
        package static let isBackedUp = Flags(rawValue: 0x10)
        /// The credential of a new passkey follows.
        package static let hasCredential = Flags(rawValue: 0x40)
        package static let hasExtensions = Flags(rawValue: 0x80)
    }

    /// The largest size, in bytes: the longest id, a key, and space for extensions.
    package static let maximumLength = 4096
    /// The largest size of a credential's id, in bytes (section 7.1, step 25).
    package static let maximumIDLength = 1023

    /// The bytes before the two coordinates of an ES256 key: kty EC2, alg ES256, crv P-256, and a coordinate of 32
    /// bytes.
    private static let keyHead: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
    private static let keyMiddle: [UInt8] = [0x22, 0x58, 0x20]
    private static let coordinateLength = 32

    /// The SHA-256 hash of the relying party's id, 32 bytes.
    package let relyingPartyHash: [UInt8]
    package let flags: Flags
    /// The number of signatures that the authenticator has made; 0 if it does not count.
    package let signCount: UInt32
    /// The credential of a new passkey; `nil` if there is none.
    package let credential: Credential?

    /// Parses authenticator data; throws `malformed`, or `unsupportedKey` if it is not an ES256 key.
    package init(_ bytes: [UInt8]) throws(WebAuthnError) {
        guard (37...Self.maximumLength).contains(bytes.count) else {
            throw WebAuthnError(.malformed, "The authenticator data has \(bytes.count) bytes.")
        }
        relyingPartyHash = Array(bytes[..<32])
        flags = Flags(rawValue: bytes[32])
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[37...]
        credential = flags.contains(.hasCredential) ? try Self.credential(from: &rest, signCount: signCount) : nil
        guard rest.isEmpty != flags.contains(.hasExtensions) else {
            throw WebAuthnError(.malformed, "What follows in the authenticator data is not what its flags say.")
        }
    }

    /// Removes the id and the key of a credential from the front of the bytes (section 6.5.1).
    private static func credential(
        from bytes: inout ArraySlice<UInt8>,
        signCount: UInt32
    ) throws(WebAuthnError) -> Credential {
        // The first 16 bytes identify the model of the authenticator, which is unverified without an attestation.
        guard let length = take(18, from: &bytes)?.suffix(2).reduce(0, { $0 << 8 | Int($1) }),
            (1...maximumIDLength).contains(length), let id = take(length, from: &bytes)
        else { throw WebAuthnError(.malformed, "The id of a credential has 1 to \(maximumIDLength) bytes.") }
        guard take(keyHead.count, from: &bytes) == keyHead, let x = take(coordinateLength, from: &bytes),
            take(keyMiddle.count, from: &bytes) == keyMiddle, let y = take(coordinateLength, from: &bytes),
            (try? P256.Signing.PublicKey(x963Representation: [0x04] + x + y)) != nil
        else { throw WebAuthnError(.unsupportedKey, "The key of the credential is not one of ES256.") }
        return Credential(id: id, publicKey: [0x04] + x + y, signCount: signCount)
    }

    /// Removes bytes from the front; returns `nil` if there are too few.
    private static func take(_ count: Int, from bytes: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }
}
