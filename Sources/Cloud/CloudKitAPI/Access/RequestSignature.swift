import Crypto
package import Foundation
import HTTPTypes
import JSON
import NIOCore

/// The signature of a server's request: ECDSA with P-256 and SHA-256 over the date, the hash of the body and the path.
struct RequestSignature: Sendable {
    /// The largest difference between the date of a request and the cloud's time, in seconds.
    static let tolerance = 600.0

    let key: String
    private let date: String
    private let signature: P256.Signing.ECDSASignature?

    /// Parses the headers; `nil` if the request names no key.
    init?(_ headers: HTTPFields) {
        guard let key = CloudKitHeader.keyID.value(in: headers) else { return nil }
        self.key = key
        date = CloudKitHeader.date.value(in: headers) ?? ""
        signature = CloudKitHeader.signature.value(in: headers).flatMap { Data(base64Encoded: $0) }
            .flatMap { try? P256.Signing.ECDSASignature(derRepresentation: $0) }
    }

    func isCurrent(at now: Date) -> Bool {
        // CloudKit requires a date without fractional seconds.
        guard let date = try? Date(date, strategy: .iso8601) else { return false }
        return abs(date.timeIntervalSince(now)) <= Self.tolerance
    }

    /// Returns `true` if the signature is valid for a public key in X9.63 form, a body, whose hash some clients omit if
    /// it is empty, and the path from `/database` on, as it was sent, without the query.
    func isValid(publicKey: Data, body: ByteBuffer, path: String) -> Bool {
        guard let signature, let key = try? P256.Signing.PublicKey(x963Representation: publicKey) else { return false }
        var hashes = [Data(SHA256.hash(data: Data(body.readableBytesView))).base64EncodedString()]
        if body.readableBytes == 0 { hashes.append("") }
        return hashes.contains { hash in key.isValidSignature(signature, for: Data("\(date):\(hash):\(path)".utf8)) }
    }
}

package struct ServerPublicKey: Hashable, Sendable {
    /// The id that requests name: the SHA-256 of the key, in hexadecimal digits.
    package let id: String
    package let bytes: Data

    /// Parses a key in PEM form, as written by `openssl ec -pubout`; `nil` if it is not a P-256 key.
    package init?(pem: String) {
        guard let key = try? P256.Signing.PublicKey(pemRepresentation: pem) else { return nil }
        bytes = key.x963Representation
        id = SHA256.hash(data: bytes).hexadecimalDigits
    }
}

/// The headers of CloudKit Web Services, and the one in which a device names its process.
enum CloudKitHeader: String, CaseIterable, Hashable, Sendable {
    /// The web auth token for the next request, in responses.
    case webAuthToken = "X-Apple-CloudKit-Web-Auth-Token"
    case keyID = "X-Apple-CloudKit-Request-KeyID"
    case date = "X-Apple-CloudKit-Request-ISO8601Date"
    case signature = "X-Apple-CloudKit-Request-SignatureV1"
    /// The bundle identifier of the app or widget on a device.
    case process = "X-Today-Process"

    func value(in headers: HTTPFields) -> String? { HTTPField.Name(rawValue).flatMap { headers[$0] } }

    func set(_ value: String, in headers: inout HTTPFields) {
        if let name = HTTPField.Name(rawValue) { headers[name] = value }
    }
}
