import Crypto
import Foundation

/// The signature of a bundle: the file `Today.signature` beside its `Info.plist`.
///
/// It is text in UTF-8: the line `Today bundle signature 1`, the line `key ` with the 32 bytes of an Ed25519 public key
/// in base64, the line `signature ` with the 64 bytes of the signature (RFC 8032) in base64, an empty line, and then
/// the lines of a ``BundleListing``. The signature covers the first two lines, the empty line and the listing.
///
/// A signature proves that the holder of the key made the bundle as it is, but not who that is.
package struct BundleSignature: Sendable {
    package static let file = "Today.signature"
    private static let mark = "Today bundle signature 1\n"

    private let key: Curve25519.Signing.PublicKey
    private let signature: Data
    private let listing: BundleListing

    init(_ listing: BundleListing, by key: Curve25519.Signing.PrivateKey) throws {
        self.listing = listing
        self.key = key.publicKey
        signature = try key.signature(for: Self.signed(listing, by: key.publicKey))
    }

    /// Parses the contents of the file; `nil` if they are malformed, or if the signature is not that of the key.
    init?(parsing bytes: [UInt8], limits: BundleLimits = BundleLimits()) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 4, omittingEmptySubsequences: false)
        guard lines.count == 5, lines[0].elementsEqual(Self.mark.dropLast().utf8), lines[3].isEmpty,
            let key = Self.value("key ", of: lines[1]), let signature = Self.value("signature ", of: lines[2]),
            let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: key),
            let listing = BundleListing(parsing: lines[4], limits: limits),
            publicKey.isValidSignature(signature, for: Self.signed(listing, by: publicKey))
        else { return nil }
        (self.key, self.signature, self.listing) = (publicKey, signature, listing)
    }

    var bytes: [UInt8] {
        let head = "\(Self.mark)\(Self.line(of: key))signature \(signature.base64EncodedString())\n\n"
        return Array(head.utf8) + listing.bytes
    }

    /// The fingerprint of the key: `SHA256:` and the SHA-256 of its 32 bytes in base64 without padding.
    package var signer: String { Self.fingerprint(of: key) }

    /// Returns the fingerprint of a bundle's signer; `nil` if it has no signature.
    ///
    /// The bundle must not change meanwhile, so it is the host's own copy.
    ///
    /// - Throws: ``BundleError``, with code `invalid` for a broken signature and for every file that differs from the
    ///   signed one.
    package static func signer(of root: String, limits: BundleLimits) throws(BundleError) -> String? {
        let problems = BundleProblems()
        let folder = BundleFolder(path: root, prefix: "", problems: problems)
        let name = BundleFolder.name(of: root)
        let bytes = folder.read(file, limit: limits.signatureBytes, tooLarge: remedy)
        guard problems.all.isEmpty else { throw BundleError(problems.all, in: name) }
        guard let bytes else { return nil }
        guard let signature = BundleSignature(parsing: bytes, limits: limits) else {
            problems.add(file: file, "The signature is damaged, or not of the key that it names.", remedy: remedy)
            throw BundleError(problems.all, in: name)
        }
        let present = try BundleListing(of: root, limits: limits)
        for problem in present.problems(comparedTo: signature.listing) {
            problems.add(file: problem.file, problem.message, remedy: problem.remedy)
        }
        guard problems.all.isEmpty, present == signature.listing else { throw BundleError(problems.all, in: name) }
        return signature.signer
    }

    static func fingerprint(of key: Curve25519.Signing.PublicKey) -> String {
        let digest = Data(SHA256.hash(data: key.rawRepresentation)).base64EncodedString()
        return "SHA256:" + digest.prefix { $0 != "=" }
    }

    private static let remedy =
        "Get the bundle again from who made it; if that is you, sign it again with “today sign”."

    private static func line(of key: Curve25519.Signing.PublicKey) -> String {
        "key \(key.rawRepresentation.base64EncodedString())\n"
    }

    private static func signed(_ listing: BundleListing, by key: Curve25519.Signing.PublicKey) -> Data {
        Data(mark.utf8) + Data(line(of: key).utf8) + Data("\n".utf8) + Data(listing.bytes)
    }

    /// Returns the base64 value of a line that begins with a name; `nil` unless it is in canonical form.
    private static func value(_ name: String, of line: ArraySlice<UInt8>) -> Data? {
        guard line.starts(with: name.utf8) else { return nil }
        let text = Data(line.dropFirst(name.utf8.count))
        guard let value = Data(base64Encoded: text), value.base64EncodedData() == text else { return nil }
        return value
    }
}
