import Crypto
package import Foundation

/// Random texts that prove something, and what may be kept of them.
package enum Secret {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Makes a secret, or an id that nobody can guess: letters, digits, `-` and `_`, six bits each.
    ///
    /// 22 characters, the form that Airship's clients demand of keys, hold more than 131 bits: the first one is a letter or a
    /// digit, so that no command line takes an id for an option.
    package static func random(length: Int = 22) -> String {
        var generator = SystemRandomNumberGenerator()
        return random(length: length, using: &generator)
    }

    /// Makes a secret of the bits that a generator gives.
    package static func random(length: Int, using generator: inout some RandomNumberGenerator) -> String {
        var characters: [UInt8] = []
        while characters.count < length {
            let character = alphabet[Int(generator.next() & 63)]
            guard !characters.isEmpty || (character != UInt8(ascii: "-") && character != UInt8(ascii: "_")) else {
                continue
            }
            characters.append(character)
        }
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
