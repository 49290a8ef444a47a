import Crypto
import Foundation
package import WebAuthn

/// An authenticator in software, and the browser around it; a test changes what they say.
package struct TestAuthenticator {
    private let key = P256.Signing.PrivateKey()
    /// The id of its passkey.
    package var id: [UInt8] = Array(1...16)
    package var relyingParty = "today.example.org"
    package var flags: AuthenticatorData.Flags = [.userPresent, .userVerified]
    package var signCount: UInt32 = 1
    /// The bytes before the coordinates of the key.
    package var keyHead: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
    /// The length that stands before the id; `nil` for the right one.
    package var idLength: Int?
    /// What follows the rest.
    package var extensions: [UInt8] = []
    /// The members of the client data.
    package var client: [String: Any] = [
        "challenge": "AAAA", "origin": "https://today.example.org", "crossOrigin": false,
    ]

    /// Makes an authenticator with a random key.
    package init() {}

    /// The credential as a relying party stores it.
    package var credential: Credential {
        Credential(id: id, publicKey: Array(key.publicKey.x963Representation), signCount: signCount)
    }

    /// What the browser sends for a new passkey.
    package func registration() throws -> Registration {
        let length = idLength ?? id.count
        let point = Array(key.publicKey.x963Representation)
        var bytes = head(flags.union(.hasCredential)) + [UInt8](repeating: 0xAA, count: 16)
        bytes += [UInt8(length >> 8), UInt8(length & 0xFF)] + id
        bytes += keyHead + point[1...32] + [0x22, 0x58, 0x20] + point[33...] + extensions
        return Registration(clientDataJSON: try clientData("webauthn.create"), authenticatorData: bytes)
    }

    /// What the browser sends when the passkey signs in.
    package func assertion() throws -> Assertion {
        let (data, client) = (head(flags) + extensions, try clientData("webauthn.get"))
        let signature = try key.signature(for: data + Array(SHA256.hash(data: client)))
        return Assertion(
            clientDataJSON: client,
            authenticatorData: data,
            signature: Array(signature.derRepresentation)
        )
    }

    private func head(_ flags: AuthenticatorData.Flags) -> [UInt8] {
        let count = (0..<4).reversed().map { UInt8(signCount >> UInt32($0 * 8) & 0xFF) }
        return Array(SHA256.hash(data: Array(relyingParty.utf8))) + [flags.rawValue] + count
    }

    private func clientData(_ type: String) throws -> [UInt8] {
        Array(try JSONSerialization.data(withJSONObject: client.merging(["type": type]) { own, _ in own }))
    }
}
