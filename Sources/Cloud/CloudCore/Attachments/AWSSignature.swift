import Crypto
package import Foundation
import JSON

/// The key with which requests to a server of objects are signed.
package struct ObjectStoreKey: Sendable {
    let id: String
    /// The secret in the form from which the keys of days are derived, so that it is in no description.
    fileprivate let secret: SymmetricKey
    /// The token of a temporary key.
    let sessionToken: String?

    /// Creates a key; `nil` if a part is empty or cannot be in a header.
    package init?(id: String, secret: String, sessionToken: String? = nil) {
        let parts = [id, secret] + (sessionToken.map { [$0] } ?? [])
        let isPrintable = parts.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
        guard isPrintable, parts.allSatisfy({ (1...8192).contains($0.utf8.count) }) else { return nil }
        self.id = id
        self.secret = SymmetricKey(data: Data("AWS4\(secret)".utf8))
        self.sessionToken = sessionToken
    }

    /// Reads `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`; `nil` if the first two are not set.
    package init?(environment: [String: String]) {
        self.init { environment[$0.uppercased()].flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// Reads the profile `default` of a file in the format of AWS's shared credentials file; `nil` if it has no key.
    package init?(credentialsFile text: String) {
        var isDefault = false
        var values: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasPrefix("[") {
                isDefault = line.filter { !$0.isWhitespace } == "[default]"
            } else if isDefault, !line.hasPrefix("#"), !line.hasPrefix(";"), let equal = line.firstIndex(of: "=") {
                let name = line[..<equal].trimmingCharacters(in: .whitespaces).lowercased()
                values[name] = line[line.index(after: equal)...].trimmingCharacters(in: .whitespaces)
            }
        }
        self.init { values[$0] }
    }

    private init?(_ value: (String) -> String?) {
        guard let id = value("aws_access_key_id"), let secret = value("aws_secret_access_key") else { return nil }
        self.init(id: id, secret: secret, sessionToken: value("aws_session_token"))
    }
}

/// A signature of AWS, version 4, of a request to S3 that has no query and whose path needs no escapes.
package struct AWSSignature: Sendable {
    let key: ObjectStoreKey
    let region: String

    package init(key: ObjectStoreKey, region: String) {
        self.key = key
        self.region = region
    }

    /// Returns a date as the header `x-amz-date` has it.
    package static func timestamp(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, timeZone: .gmt))
    }

    /// Returns the header `authorization`, which signs all of some headers, whose names have lower case, and among which
    /// are `host`, `x-amz-date` and, with the hexadecimal SHA-256 of the body, `x-amz-content-sha256`.
    package func authorization(_ method: String, _ path: String, headers: [String: String]) -> String {
        let names = headers.keys.sorted()
        let lines = names.map { "\($0):\(headers[$0, default: ""])\n" }.joined()
        let signed = names.joined(separator: ";")
        let request = "\(method)\n\(path)\n\n\(lines)\n\(signed)\n\(headers["x-amz-content-sha256", default: ""])"
        let timestamp = headers["x-amz-date", default: ""]
        let day = String(timestamp.prefix(8))
        let scope = "\(day)/\(region)/s3/aws4_request"
        let digest = SHA256.hash(data: Data(request.utf8)).hexadecimalDigits
        var signing = key.secret
        for part in [day, region, "s3", "aws4_request"] {
            signing = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: signing))
        }
        let text = "AWS4-HMAC-SHA256\n\(timestamp)\n\(scope)\n\(digest)"
        let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: signing).hexadecimalDigits
        return "AWS4-HMAC-SHA256 Credential=\(key.id)/\(scope),SignedHeaders=\(signed),Signature=\(code)"
    }
}
