import Crypto
package import Foundation

package enum Secret {
    /// The characters of secrets; the first 62 are letters and digits.
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Generates a secret or an unguessable id of letters, digits, `-` and `_`, six bits each.
    ///
    /// 22 characters, the length that Airship's clients require of keys, have more than 131 bits. The first character
    /// is a letter or a digit, so that no command line mistakes an id for an option.
    package static func random(length: Int = 22) -> String {
        var generator = SystemRandomNumberGenerator()
        return random(length: length, using: &generator)
    }

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

    /// Generates a secret or an unguessable id of ASCII letters and digits, almost six bits each.
    package static func alphanumeric(length: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        let characters = (0..<length).map { _ in alphabet[Int.random(in: 0..<62, using: &generator)] }
        return String(decoding: characters, as: UTF8.self)
    }

    package static func uuid() -> String { UUID().uuidString.lowercased() }

    package static func hash(_ secret: String) -> Data { Data(SHA256.hash(data: Data(secret.utf8))) }

    /// Compares two sequences of bytes in constant time.
    package static func equal(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Returns the HMAC-SHA256 of a text in base64.
    package static func signature(of text: String, key: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(key.utf8)))
        return Data(code).base64EncodedString()
    }
}
