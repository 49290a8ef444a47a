import Crypto
package import Foundation

/// Random texts that prove something, and what may be kept of them.
package enum Secret {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Makes a secret, or an id that nobody can guess: letters, digits, `-` and `_`, six bits each.
    ///
    /// 22 characters hold 132 bits, the form that Airship's clients demand of keys.
    package static func random(length: Int = 22) -> String {
        var generator = SystemRandomNumberGenerator()
        let characters = (0..<length).map { _ in alphabet[Int(generator.next() & 63)] }
        return String(decoding: characters, as: UTF8.self)
    }

    /// A new UUID in lower case.
    package static func uuid() -> String { UUID().uuidString.lowercased() }

    /// The SHA-256 of a secret, from which it cannot be found.
    package static func hash(_ secret: String) -> Data { Data(SHA256.hash(data: Data(secret.utf8))) }

    /// Compares in a time that does not depend on where the two differ.
    package static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The HMAC-SHA256 of a text, in base64.
    package static func signature(of text: String, key: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(key.utf8)))
        return Data(code).base64EncodedString()
    }
}
