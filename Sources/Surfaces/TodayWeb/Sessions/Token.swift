import Crypto
import Foundation
import JSON
import PushEncoding

/// A secret of 32 random bytes, and its hash, which may be stored.
struct Token: Sendable {
    /// The secret as text: base64url without padding, 43 characters.
    let text: String

    /// Makes a new token.
    static func random() -> Token {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return Token(text: Base64URL.encode(bytes))
    }

    private init(text: String) { self.text = text }

    /// Reads a token from a request; `nil` if it is malformed.
    init?(sent text: String) {
        guard text.utf8.count == 43 else { return nil }
        self.text = text
    }

    /// SHA-256 of the secret, in hexadecimal.
    var hash: String { SHA256.hash(data: Data(text.utf8)).hexadecimalDigits }

    /// Compares two hashes in constant time.
    static func equal(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
