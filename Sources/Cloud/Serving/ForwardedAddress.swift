import HTTPTypes
import NIOCore

/// Whose requests a proxy passes on.
enum ForwardedAddress {
    private static let header = HTTPField.Name("X-Forwarded-For")

    /// The address that the proxy itself saw: the last one of `X-Forwarded-For`.
    ///
    /// Those before it are the client's own words.
    ///
    /// - Parameter headers: The request's headers.
    /// - Returns: The address as the system writes it; none if there is none, or something else stands there.
    static func client(in headers: HTTPFields) -> String? {
        guard let header, let last = headers[values: header].last?.split(separator: ",").last else { return nil }
        let text = last.drop { $0 == " " }.prefix { $0 != " " }
        return (try? SocketAddress(ipAddress: String(text), port: 0))?.ipAddress
    }
}
