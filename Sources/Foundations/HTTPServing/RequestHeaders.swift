import Foundation
package import HTTPTypes
import NIOCore
package import NetworkAddresses

/// The credentials in a request's `Authorization` header.
package struct Credentials: Hashable, Sendable {
    /// The name and the password of the `Basic` scheme; `nil` if the header has another scheme.
    package var basic: (name: String, password: String)? { name.map { ($0, password) } }
    /// The token of the `Bearer` scheme; `nil` if the header has another scheme.
    package private(set) var bearer: String?

    private var name: String?
    private var password = ""

    /// Reads the header; a header that cannot be read counts as missing.
    package init(_ headers: HTTPFields) {
        guard let header = headers[.authorization], let space = header.firstIndex(of: " ") else { return }
        let rest = header[header.index(after: space)...].trimmingCharacters(in: .whitespaces)
        switch header[..<space].lowercased() {
        case "bearer": bearer = rest
        case "basic":
            guard let data = Data(base64Encoded: rest), let text = String(data: data, encoding: .utf8),
                let colon = text.firstIndex(of: ":")
            else { return }
            name = String(text[..<colon])
            password = String(text[text.index(after: colon)...])
        default: return
        }
    }
}

/// Reads the client's address from the header that a reverse proxy adds.
package enum ForwardedAddress {
    private static let header = HTTPField.Name("X-Forwarded-For")

    /// The address from which the proxy received the request: the last one of `X-Forwarded-For`.
    ///
    /// The addresses before it were sent by the client and prove nothing.
    ///
    /// - Parameter headers: The request's headers.
    /// - Returns: The address as the system writes it; `nil` if the header is missing or names no address.
    package static func client(in headers: HTTPFields) -> String? {
        guard let header, let last = headers[values: header].last?.split(separator: ",").last else { return nil }
        let text = last.drop { $0 == " " }.prefix { $0 != " " }
        return (try? SocketAddress(ipAddress: String(text), port: 0))?.ipAddress
    }

    /// The address from which the first of several trusted proxies received the request: the last one of `X-Forwarded-For`
    /// that is no trusted proxy itself.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - proxies: The addresses of the trusted proxies.
    /// - Returns: The address; `nil` if the header is missing, or names something else behind the proxies.
    package static func client(in headers: HTTPFields, behind proxies: [AddressRange]) -> NetworkAddress? {
        guard let header else { return nil }
        for entry in headers[values: header].flatMap({ $0.split(separator: ",") }).reversed() {
            guard let address = NetworkAddress(entry.trimmingCharacters(in: .whitespaces)) else { return nil }
            if !proxies.contains(where: { $0.contains(address) }) { return address }
        }
        return nil
    }

    /// The network for which limits on a client count.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - peer: The other end of the connection; `nil` if it has no network address.
    ///   - proxies: The proxies through which all requests come; empty if they come directly, and nobody else's word counts.
    /// - Returns: The network of the client, as far as the proxies say who that is, or else of the other end.
    package static func network(
        in headers: HTTPFields,
        from peer: NetworkAddress?,
        behind proxies: [AddressRange]
    ) -> NetworkAddress? {
        let client = proxies.isEmpty ? nil : client(in: headers, behind: proxies)
        return (client ?? peer)?.network
    }
}
