import Crypto
import CryptoExtras
import Foundation
import HostModel
package import TodayProtocol

/// The stored form of a passcode: a slow salted hash (scrypt, RFC 7914) with its parameters.
struct PasscodeHash: Codable, Hashable, Sendable {
    /// The permitted length of a passcode, in characters.
    static let characters = 4...128

    private var algorithm = "scrypt"
    private var rounds: Int
    private var blockSize: Int
    private var parallelism: Int
    private var salt: Data
    private var hash: Data

    @concurrent static func make(_ passcode: String, rounds: Int) async throws -> PasscodeHash {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        var made = PasscodeHash(rounds: rounds, blockSize: 8, parallelism: 1, salt: salt, hash: Data())
        made.hash = try made.derive(from: passcode)
        return made
    }

    /// Returns `true` if this is the hash of a passcode; the comparison takes constant time.
    @concurrent func matches(_ passcode: String) async throws -> Bool {
        let other = try derive(from: passcode)
        return other.count == hash.count && zip(other, hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private init(rounds: Int, blockSize: Int, parallelism: Int, salt: Data, hash: Data) {
        self.rounds = rounds
        self.blockSize = blockSize
        self.parallelism = parallelism
        self.salt = salt
        self.hash = hash
    }

    private func derive(from passcode: String) throws -> Data {
        // Keyboards produce different encodings of the same character.
        let bytes = Data(passcode.precomposedStringWithCanonicalMapping.utf8)
        return try KDF.Scrypt.deriveKey(
            from: bytes,
            salt: salt,
            outputByteCount: 32,
            rounds: rounds,
            blockSize: blockSize,
            parallelism: parallelism
        ).withUnsafeBytes { Data($0) }
    }
}

/// A failure to check, require or set the passcode.
package struct PasscodeError: Error, Sendable {
    package enum Code: Hashable, Sendable {
        case wrong
        /// There were too many guesses; the next one is possible later.
        case tooSoon
        /// The surface must be unlocked first.
        case required
        case notSet
        /// The new passcode is too short or too long.
        case invalid
        /// The passcode could not be read or stored.
        case unavailable
    }

    package var code: Code
    /// One or two sentences for the person.
    package var text: LocalizableText
    package var cause: (any Error)?

    package init(_ code: Code, _ text: LocalizableText, cause: (any Error)? = nil) {
        self.code = code
        self.text = text
        self.cause = cause
    }

    package var message: String { text.english }
}
