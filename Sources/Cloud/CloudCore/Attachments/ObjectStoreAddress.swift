import CloudStorage
import Foundation
import OutgoingHTTP

/// The address of a bucket of a server that speaks S3, as an operator writes it:
/// `https://HOST[:PORT]/BUCKET[/PREFIX]?region=REGION&credentials=FILE`.
package struct ObjectStoreAddress: Hashable, Sendable, CustomStringConvertible {
    /// The header `host` of requests.
    let host: String
    /// The address of the bucket and the prefix, without a slash at the end.
    package let description: String
    /// The path of the bucket and the prefix, which needs no escapes.
    let path: String
    let region: String
    /// The servers to which the name of the host may lead.
    let policy: AddressPolicy
    /// The file with the key as the operator has written it; `nil` if the key is in the environment.
    package let credentialsFile: String?

    /// Parses an address; ``CloudError`` `invalid` names the mistake, but repeats nothing that may be a secret.
    package init(_ text: String) throws(CloudError) {
        guard let parts = URLComponents(string: text), let url = parts.url, let host = parts.encodedHost,
            let scheme = parts.scheme
        else { throw Self.mistake("It is no address.") }
        let query = Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        guard parts.user == nil, parts.password == nil, Set(query.keys).isSubset(of: ["region", "credentials"]) else {
            throw CloudError(
                .invalid,
                """
                The address of --attachment-store may have region= and credentials= only. A secret does not belong into \
                it, since other users of this machine could see it: write the key to a file, as aws_access_key_id and \
                aws_secret_access_key of the profile default, and name that with credentials=FILE.
                """
            )
        }
        policy = scheme == "http" ? .publicHostsAndLoopback : .anywhere
        if let mistake = policy.mistake(in: url) { throw Self.mistake(mistake) }
        let names = parts.percentEncodedPath.split(separator: "/")
        let areNames = names.allSatisfy { $0.isASCIIName(limit: 255, with: "-_.") && !["..", "."].contains($0) }
        guard !names.isEmpty, areNames else {
            throw Self.mistake("Bucket and prefix have letters, digits, dots, hyphens and underscores.")
        }
        let region = query["region"] ?? "us-east-1"
        guard region.isASCIIName(limit: 64, with: "-") else {
            throw Self.mistake("A region has letters, digits and hyphens.")
        }
        let port = parts.port.flatMap { $0 == (scheme == "http" ? 80 : 443) ? nil : ":\($0)" } ?? ""
        self.host = host.lowercased() + port
        self.region = region
        path = "/" + names.joined(separator: "/")
        description = "\(scheme)://\(self.host)\(path)"
        credentialsFile = query["credentials"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func mistake(_ mistake: String) -> CloudError {
        CloudError(
            .invalid,
            """
            --attachment-store is https://HOST/BUCKET, which a prefix, region= and credentials=FILE may follow, or \
            http:// to this machine. \(mistake)
            """
        )
    }
}
