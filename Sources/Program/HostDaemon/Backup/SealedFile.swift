import Crypto
import CryptoExtras
import Foundation
import Glibc
import HostModel
import TodayProtocol

/// The format of an encrypted file.
///
/// A header of 32 bytes: `Today backup 1\n`, the logarithm of scrypt's cost (RFC 7914, r 8, p 1), and 16 bytes of salt.
/// Then chunks of 64 KiB, each sealed with AES-256-GCM and followed by its tag of 16 bytes; the last one is shorter,
/// and may be empty. A chunk's nonce is its number, from 0, in 11 bytes, and a byte that is 1 in the last chunk, so
/// that no chunk can be left out, repeated or moved; the header is authenticated with each. The key is derived from the
/// passphrase and the salt, which is unique to the file.
private enum SealedFormat {
    static let mark = Data("Today backup 1\n".utf8)
    static let saltSize = 16
    static let headerSize = mark.count + 1 + saltSize
    static let chunkSize = 65_536
    static let tagSize = 16
    /// The accepted logarithms of scrypt's cost; a larger one would let a file use up all memory.
    static let costs: ClosedRange<UInt8> = 10...20

    static func key(passphrase: String, header: Data) throws -> SymmetricKey {
        // Keyboards produce different encodings of the same character.
        let secret = Data(passphrase.precomposedStringWithCanonicalMapping.utf8)
        return try KDF.Scrypt.deriveKey(
            from: secret,
            salt: header.suffix(saltSize),
            outputByteCount: 32,
            rounds: 1 << Int(header[header.startIndex + mark.count]),
            blockSize: 8,
            parallelism: 1
        )
    }

    static func nonce(_ number: UInt64, isLast: Bool) throws -> AES.GCM.Nonce {
        var bytes = Data(count: 3)
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        bytes.append(isLast ? 1 : 0)
        return try AES.GCM.Nonce(data: bytes)
    }
}

/// Encrypts a stream of bytes into a new file.
struct SealedWriter {
    /// The logarithm of scrypt's cost; deriving a key takes 32 MiB and about a tenth of a second.
    static let cost: UInt8 = 15

    private let file: FileHandle
    private let header: Data
    private let key: SymmetricKey
    private var number: UInt64 = 0
    private var waiting = Data()

    /// Begins an empty file, open for writing; tests have a lower cost.
    init(to file: FileHandle, passphrase: String, cost: UInt8 = cost) throws {
        self.file = file
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        header = SealedFormat.mark + [cost] + salt
        key = try SealedFormat.key(passphrase: passphrase, header: header)
        try file.write(contentsOf: header)
    }

    mutating func append(_ bytes: Data) throws {
        waiting += bytes
        // A full chunk is never the last one, so the length alone shows where the file ends.
        while waiting.count >= SealedFormat.chunkSize {
            try write(waiting.prefix(SealedFormat.chunkSize), isLast: false)
            waiting = Data(waiting.dropFirst(SealedFormat.chunkSize))
        }
    }

    /// Writes the last chunk; the file is on disk when this returns.
    mutating func finish() throws {
        try write(waiting, isLast: true)
        waiting = Data()
        try file.synchronize()
    }

    private mutating func write(_ plain: Data, isLast: Bool) throws {
        let nonce = try SealedFormat.nonce(number, isLast: isLast)
        let box = try AES.GCM.seal(plain, using: key, nonce: nonce, authenticating: header)
        try file.write(contentsOf: box.ciphertext + box.tag)
        number += 1
    }
}

/// Decrypts a file written by ``SealedWriter``, chunk by chunk.
struct SealedReader {
    private let file: FileHandle
    private let header: Data
    private let key: SymmetricKey
    private var number: UInt64 = 0
    private var isAtEnd = false

    /// Opens a file, open for reading, at its beginning.
    ///
    /// - Throws: `HostError` if it is not such a file; a wrong passphrase is detected with the first chunk.
    init(_ file: FileHandle, passphrase: String) throws {
        self.file = file
        header = try file.read(upToCount: SealedFormat.headerSize) ?? Data()
        guard header.count == SealedFormat.headerSize, header.prefix(SealedFormat.mark.count) == SealedFormat.mark,
            SealedFormat.costs.contains(header[SealedFormat.mark.count])
        else { throw HostError(.invalid, "This is not a backup of Today, or this version cannot read it.") }
        key = try SealedFormat.key(passphrase: passphrase, header: header)
    }

    /// Returns the next decrypted bytes; `nil` at the end.
    ///
    /// - Throws: `HostError` if the passphrase is wrong, or the file was changed or truncated.
    mutating func next() throws -> Data? {
        guard !isAtEnd else { return nil }
        let size = SealedFormat.chunkSize + SealedFormat.tagSize
        let sealed = try file.read(upToCount: size) ?? Data()
        isAtEnd = sealed.count < size
        guard sealed.count >= SealedFormat.tagSize else { throw failure }
        do {
            let box = try AES.GCM.SealedBox(
                nonce: SealedFormat.nonce(number, isLast: isAtEnd),
                ciphertext: sealed.dropLast(SealedFormat.tagSize),
                tag: sealed.suffix(SealedFormat.tagSize)
            )
            let plain = try AES.GCM.open(box, using: key, authenticating: header)
            number += 1
            return plain
        } catch {
            throw failure
        }
    }

    private var failure: HostError {
        number == 0
            ? HostError(.invalid, "The passphrase is wrong, or the backup is damaged. Nothing was changed.")
            : HostError(.invalid, "The backup is damaged: it ends too early, or was changed. Nothing was changed.")
    }
}
