import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore
import NetworkAddresses

/// The context of a request to the cloud.
package struct CloudContext: Hummingbird.RequestContext {
    /// What Hummingbird keeps.
    package var coreContext: CoreRequestContextStorage
    /// The address that the request came from, as it is counted (``NetworkAddresses/NetworkAddress/network``): the client's own
    /// where a proxy is trusted to tell it; empty if it has none.
    package internal(set) var address: String
    /// What bounds how often each may ask.
    package var limits: RequestLimits?
    /// The connection that the request came on, for responses that are written to it directly; none in tests without one.
    var connection: (any Channel)?
    /// Whether the request was let in only to prove whose it is.
    var usesCredentialAllowance = false

    /// Makes the context of one request.
    package init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        address = Self.counted(source.channel.remoteAddress?.ipAddress ?? "")
    }

    /// An address as it is counted.
    static func counted(_ address: String) -> String { NetworkAddress(address)?.network.description ?? address }

    /// Refuses an address that has failed too often to prove who it is.
    ///
    /// - Throws: ``CloudError`` with code `tooMany`.
    package func checkAttempts() throws(CloudError) {
        guard let limits, limits.failures.isExhausted(address) else { return }
        throw CloudError(.tooMany, "Too many wrong secrets came from this address; wait a while.", retryAfter: 10)
    }

    /// Counts a wrong secret against the address.
    package func noteFailedAttempt() { _ = limits?.failures.take(address) }

    /// Counts a request of a key in place of its address, and refuses it if there were too many.
    ///
    /// Called once for a request, when it has proved that the key is its own.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - isSecret: Whether one person or machine alone has the key. What ships in an app is in everybody's hands, and
    ///     counts for the address all the same.
    /// - Throws: ``CloudError`` with code `tooMany`; the request counts for the address too then.
    package func checkRate(key: String, isSecret: Bool = true) throws(CloudError) {
        guard let limits else { return }
        if let wait = limits.keys.take(key) {
            throw CloudError(.tooMany, "Too many requests; wait \(wait) seconds.", retryAfter: wait)
        }
        if isSecret { (usesCredentialAllowance ? limits.claims : limits.addresses).giveBack(address) }
    }
}

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

/// What a request's header `Authorization` says.
package struct Credentials: Hashable, Sendable {
    /// Name and password, if it is `Basic`.
    package private(set) var basic: (name: String, password: String)? {
        get { name.map { ($0, password) } }
        set {
            name = newValue?.name
            password = newValue?.password ?? ""
        }
    }
    /// The token, if it is `Bearer`.
    package private(set) var bearer: String?

    private var name: String?
    private var password = ""

    /// Reads the header; what cannot be read is as if it were not there.
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

/// Where a client reaches this cloud, for the absolute addresses in answers.
package enum BaseURL {
    /// The configured address, or the one that the request was sent to; without a slash at the end.
    package static func of(_ request: Request, _ configuration: CloudConfiguration) -> String {
        configuration.publicURL ?? "http://\(request.head.authority ?? "localhost")"
    }
}
