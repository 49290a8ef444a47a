import Crypto
import Foundation
import Glibc
import HostModel

/// An Ed25519 key for signing bundles.
///
/// Its file is a private key in PEM (RFC 5958, RFC 8410), as `openssl genpkey -algorithm ed25519` writes it.
package struct SigningKey: Sendable {
    private static let header = "-----BEGIN PRIVATE KEY-----"
    private static let footer = "-----END PRIVATE KEY-----"
    /// The DER bytes before the 32 bytes of the key: version 0, the algorithm 1.3.101.112 and two nested octet strings.
    private static let prefix = Data([
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ])
    private static let fileLimit = 4096

    private let key: Curve25519.Signing.PrivateKey

    package init() { key = Curve25519.Signing.PrivateKey() }

    /// Reads a key from its file; throws if it cannot be read, is another kind of key, or may be read by other users.
    package init(file: String) throws(SigningKeyError) {
        let bytes: [UInt8]
        do throws(SmallFile.Failure) { bytes = try SmallFile.read(file, limit: Self.fileLimit) } catch {
            throw SigningKeyError(message: "The key \(file) cannot be read; make one with “today sign --new-key FILE”.")
        }
        guard let information = try? FileTree.status(of: file), information.st_mode & 0o077 == 0 else {
            throw SigningKeyError(message: "Other users may read the key \(file); keep it yours with “chmod 600”.")
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.count >= 3, lines.first == Self.header[...], lines.last == Self.footer[...],
            let data = Data(base64Encoded: lines.dropFirst().dropLast().joined()), data.starts(with: Self.prefix),
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: data.dropFirst(Self.prefix.count))
        else { throw SigningKeyError(message: "\(file) is no Ed25519 private key in PEM.") }
        self.key = key
    }

    /// The fingerprint of the key, which people who install the bundles see.
    package var fingerprint: String { BundleSignature.fingerprint(of: key.publicKey) }

    /// Writes the key to a new file that only its owner can read; throws if the file exists already, or cannot be
    /// written.
    package func write(to file: String) throws(SigningKeyError) {
        let body = (Self.prefix + key.rawRepresentation).base64EncodedString()
        let output = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else {
            throw SigningKeyError(
                message: errno == EEXIST
                    ? "\(file) exists already; a key is never replaced."
                    : "\(file) cannot be written: \(String(cString: strerror(errno)))."
            )
        }
        defer { close(output) }
        do throws(BundleError) {
            try FileTree.write(Array("\(Self.header)\n\(body)\n\(Self.footer)\n".utf8)[...], to: output, named: file)
            guard fsync(output) == 0 else { throw FileTree.failure("write \(file)") }
        } catch {
            unlink(file)
            throw SigningKeyError(message: error.message)
        }
    }

    /// Signs a bundle, which must not change meanwhile, by writing its signature, which replaces an earlier one; the
    /// same key and bundle have the same signature.
    ///
    /// - Returns: The bundle's manifest.
    /// - Throws: ``BundleError`` with every mistake of the bundle, or if the signature cannot be written.
    package func sign(_ bundle: String, limits: BundleLimits = BundleLimits()) throws(BundleError) -> AppManifest {
        let manifest = try BundleReader(limits: limits).read(at: bundle)
        guard let root = BundleFolder.resolved(bundle) else { throw BundleError(.notFound, .noBundleAtPath(bundle)) }
        let listing = try BundleListing(of: root, limits: limits)
        let bytes = try? BundleSignature(listing, by: key).bytes
        guard let bytes, bytes.count <= limits.signatureBytes else {
            let problem = BundleProblem(
                file: BundleSignature.file,
                message: "The names of the files are too long to be signed.",
                remedy: "Leave files out of the bundle, or shorten their names."
            )
            throw BundleError([problem], in: manifest.folder)
        }
        try Self.replace("\(root)/\(BundleSignature.file)", with: bytes)
        return manifest
    }

    /// Replaces a file atomically, by writing a new one next to it and renaming that.
    private static func replace(_ file: String, with bytes: [UInt8]) throws(BundleError) {
        let unfinished = "\(file).\(UInt32.random(in: 0 ... .max))"
        let output = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard output >= 0 else { throw FileTree.failure("create \(unfinished)") }
        defer { close(output) }
        do throws(BundleError) {
            try FileTree.write(bytes[...], to: output, named: unfinished)
            guard fsync(output) == 0, rename(unfinished, file) == 0 else { throw FileTree.failure("write \(file)") }
        } catch {
            unlink(unfinished)
            throw error
        }
    }
}

package struct SigningKeyError: Error, Sendable {
    /// One sentence that names the file and the remedy.
    package var message: String
}
