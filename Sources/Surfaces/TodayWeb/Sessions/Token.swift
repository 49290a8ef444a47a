import Crypto
import Foundation
import JSON
import PushEncoding

/// A secret of 32 random bytes, and its hash, which may be stored.
struct Token: Sendable {
    /// The origins at which a token is valid.
    ///
    /// The hash contains this, so that a token that somebody overheard in a private network is worth nothing where a
    /// device may do more.
    enum Scope: String, Sendable {
        case encrypted = ""
        case privateNetwork = "private network "
    }

    /// The secret as text: base64url without padding, 43 characters.
    let text: String
    private let scope: Scope

    /// Makes a new token.
    static func random(_ scope: Scope = .encrypted) -> Token {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return Token(text: Base64URL.encode(bytes), scope: scope)
    }

    private init(text: String, scope: Scope) {
        self.text = text
        self.scope = scope
    }

    /// Reads a token from a request; `nil` if it is malformed.
    init?(sent text: String) { self.init(sent: text, .encrypted) }

    /// Reads a token of a scope from a request; `nil` if it is malformed.
    init?(sent text: String, _ scope: Scope) {
        guard text.utf8.count == 43 else { return nil }
        self.init(text: text, scope: scope)
    }

    /// SHA-256 of the scope and the secret, in hexadecimal.
    var hash: String { SHA256.hash(data: Data((scope.rawValue + text).utf8)).hexadecimalDigits }

    /// Compares two hashes in constant time.
    static func equal(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
