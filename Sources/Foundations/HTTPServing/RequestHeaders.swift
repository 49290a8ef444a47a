import Foundation
package import HTTPTypes
import NIOCore
package import NetworkAddresses

/// The credentials in a request's `Authorization` header.
package struct Credentials: Sendable {
    /// The name and the password of the `Basic` scheme; `nil` if the header has another scheme.
    package private(set) var basic: (name: String, password: String)?
    /// The token of the `Bearer` scheme; `nil` if the header has another scheme.
    package private(set) var bearer: String?

    /// Parses the header; a malformed header counts as missing.
    package init(_ headers: HTTPFields) {
        guard let header = headers[.authorization], let space = header.firstIndex(of: " ") else { return }
        let rest = header[header.index(after: space)...].trimmingCharacters(in: .whitespaces)
        switch header[..<space].lowercased() {
        case "bearer": bearer = rest
        case "basic":
            guard let data = Data(base64Encoded: rest), let text = String(data: data, encoding: .utf8),
                let colon = text.firstIndex(of: ":")
            else { return }
            basic = (String(text[..<colon]), String(text[text.index(after: colon)...]))
        default: return
        }
    }
}

/// Finds the client's address in the header that a reverse proxy adds.
package enum ForwardedAddress {
    private static let header = HTTPField.Name("X-Forwarded-For")

    /// Returns the address from which the proxy received the request, in its usual notation: the last one of
    /// `X-Forwarded-For`, since the client sent those before it; `nil` if there is none.
    package static func client(in headers: HTTPFields) -> String? {
        guard let header, let last = headers[values: header].last?.split(separator: ",").last else { return nil }
        let text = last.drop { $0 == " " }.prefix { $0 != " " }
        return (try? SocketAddress(ipAddress: String(text), port: 0))?.ipAddress
    }

    /// Returns the address from which the first of several trusted proxies received the request: the last one of
    /// `X-Forwarded-For` that is not a trusted proxy itself; `nil` if there is none, or if its entry or a later one is
    /// malformed.
    package static func client(in headers: HTTPFields, behind proxies: [AddressRange]) -> NetworkAddress? {
        guard let header else { return nil }
        for entry in headers[values: header].flatMap({ $0.split(separator: ",") }).reversed() {
            guard let address = NetworkAddress(entry.trimmingCharacters(in: .whitespaces)) else { return nil }
            if !proxies.contains(where: { $0.contains(address) }) { return address }
        }
        return nil
    }

    /// Returns the network to which limits on a client apply: the one that the proxies report, through which all
    /// requests come, or without them that of the other end.
    package static func network(
        in headers: HTTPFields,
        from peer: NetworkAddress?,
        behind proxies: [AddressRange]
    ) -> NetworkAddress? {
        let client = proxies.isEmpty ? nil : client(in: headers, behind: proxies)
        return (client ?? peer)?.network
    }
}
