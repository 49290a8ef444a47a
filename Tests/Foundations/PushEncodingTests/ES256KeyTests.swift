import Crypto
import JSON
import PushEncoding
import Testing

@Suite struct ES256KeyTests {
    /// Another implementation of the standard's parts verifies what was signed.
    @Test func aTokenIsSignedWithTheKey() throws {
        let key = ES256Key()
        let token = try key.token(header: ["kid": "A"], claims: ["iat": 1])
        let parts = token.split(separator: ".")
        try #require(parts.count == 3)
        let header = try JSONValue(parsing: try #require(Base64URL.decode(parts[0])))
        #expect(header == ["alg": "ES256", "kid": "A"])
        #expect(try JSONValue(parsing: try #require(Base64URL.decode(parts[1]))) == ["iat": 1])
        let signature = try #require(Base64URL.decode(parts[2]))
        #expect(signature.count == 64)
        let publicKey = try P256.Signing.PublicKey(x963Representation: key.publicKey)
        let isValid = publicKey.isValidSignature(
            try P256.Signing.ECDSASignature(rawRepresentation: signature),
            for: Array("\(parts[0]).\(parts[1])".utf8)
        )
        #expect(isValid)
    }

    @Test func aKeyIsReadFromItsBytesAndFromPEM() throws {
        let original = P256.Signing.PrivateKey()
        let read = try ES256Key(rawRepresentation: original.rawRepresentation)
        #expect(read.publicKey == Array(original.publicKey.x963Representation))
        #expect(try ES256Key(pem: original.pemRepresentation).publicKey == read.publicKey)
    }

    @Test(arguments: [[], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 255, count: 32), [1, 2, 3]])
    func otherBytesAreNoKey(bytes: [UInt8]) {
        #expect(throws: (any Error).self) { try ES256Key(rawRepresentation: bytes) }
    }

    @Test(arguments: ["", "x", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
    func otherTextIsNoKey(text: String) {
        #expect(throws: (any Error).self) { try ES256Key(pem: text) }
    }
}
