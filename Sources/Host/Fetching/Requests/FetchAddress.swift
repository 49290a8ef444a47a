import FoundationEssentials
import NetworkAddresses
import TodayProtocol

/// An http or https URL with a host and without credentials.
package struct FetchAddress: Hashable, Sendable, CustomStringConvertible {
    /// Maximum length of an address, in bytes.
    package static let byteLimit = 4096

    package let isSecure: Bool
    /// The server's name or IP address in lower case; an IPv6 address has no brackets.
    package let host: String
    /// The port, even if it is the scheme's default.
    package let port: Int
    /// The path and query as they are sent, beginning with a slash.
    package let target: String

    /// Parses an absolute or relative address, percent-encoded where required; a fragment is dropped.
    package init(_ text: String, relativeTo base: FetchAddress? = nil) throws(FetchFailure) {
        let shown = text.prefix(120)
        guard text.utf8.count <= Self.byteLimit else {
            throw FetchFailure(.badAddress, "The address \(shown)… is longer than \(Self.byteLimit) bytes.")
        }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw FetchFailure(.badAddress, "An address holds a space or a control character; percent-encode it.")
        }
        guard
            let url = URL(string: text, relativeTo: base.flatMap { URL(string: $0.description) })?.absoluteURL,
            let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = parts.scheme?.lowercased()
        else { throw FetchFailure(.badAddress, "\"\(shown)\" is no address.") }
        guard scheme == "https" || scheme == "http" else {
            throw FetchFailure(.badAddress, "\"\(shown)\" is neither http nor https.")
        }
        guard parts.user == nil, parts.password == nil else {
            throw FetchFailure(.badAddress, "An address must not hold a user's name or password.")
        }
        isSecure = scheme == "https"
        host = try Self.host(of: parts, shown: shown)
        port = parts.port ?? (isSecure ? 443 : 80)
        guard (1...65_535).contains(port) else { throw FetchFailure(.badAddress, "\"\(shown)\" has no valid port.") }
        let path = parts.percentEncodedPath.hasPrefix("/") ? parts.percentEncodedPath : "/" + parts.percentEncodedPath
        target = parts.percentEncodedQuery.map { "\(path)?\($0)" } ?? path
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw FetchFailure(.badAddress, "\"\(shown)\" holds characters that have to be percent-encoded.")
        }
    }

    package var hasDefaultPort: Bool { port == (isSecure ? 443 : 80) }

    package var origin: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(isSecure ? "https" : "http")://\(name)\(hasDefaultPort ? "" : ":\(port)")"
    }

    /// The server's name or IP address for messages, with the port unless it is the scheme's default.
    package var server: String { hasDefaultPort ? host : host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    package var description: String { origin + target }

    private static func host(of parts: URLComponents, shown: Substring) throws(FetchFailure) -> String {
        var host = (parts.percentEncodedHost ?? "").lowercased()
        let isLiteral = host.hasPrefix("[") && host.hasSuffix("]")
        if isLiteral { host = String(host.dropFirst().dropLast()) }
        let isWellFormed = host.utf8.allSatisfy { byte in
            switch byte {
            case 0x61...0x7A, 0x30...0x39, 0x2E: true
            case 0x2D, 0x5F: !isLiteral
            case 0x3A: isLiteral
            default: false
            }
        }
        guard !host.isEmpty, host.utf8.count <= 253, isWellFormed, !URLHost(host).isMisspelledAddress else {
            throw FetchFailure(
                .badAddress,
                "The host of \"\(shown)\" is malformed; names in other scripts are written as xn--…."
            )
        }
        return host
    }
}
