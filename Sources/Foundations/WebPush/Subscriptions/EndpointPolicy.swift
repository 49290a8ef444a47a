package import AsyncHTTPClient
package import FoundationEssentials
import NIOCore
package import NetworkAddresses

/// The push services that messages may be sent to.
///
/// A subscription comes from a stranger: without a rule its endpoint could be any server that this machine reaches.
public enum EndpointPolicy: Hashable, Sendable {
    /// Servers with a public address, over https.
    case publicHosts
    /// Also servers on loopback addresses, over http or https; for tests.
    case publicHostsAndLoopback

    /// Whether messages may be sent to an address.
    ///
    /// The name of an endpoint tells nothing about its address, so this is asked for each connection.
    package func allows(_ address: NetworkAddress) -> Bool {
        address.isPublic || (self == .publicHostsAndLoopback && address.isLoopback)
    }

    /// A connection reached an address that is not allowed.
    package struct RefusedAddressError: Error {}

    /// Lets a client send requests only over connections to addresses that are allowed; other connections fail with
    /// ``RefusedAddressError``.
    ///
    /// A name may resolve to any address, so each connection is checked before a request is sent over it.
    package func restrict(_ configuration: inout HTTPClient.Configuration) {
        let check: @Sendable (any Channel) -> EventLoopFuture<Void> = { [self] channel in
            let address = channel.remoteAddress?.ipAddress.flatMap { NetworkAddress($0) }
            if let address, allows(address) { return channel.eventLoop.makeSucceededVoidFuture() }
            channel.close(promise: nil)
            return channel.eventLoop.makeFailedFuture(RefusedAddressError())
        }
        configuration.http1_1ConnectionDebugInitializer = check
        configuration.http2ConnectionDebugInitializer = check
    }

    /// Checks the parts of an endpoint that its text tells.
    ///
    /// - Throws: ``WebPushError`` with code `invalidSubscription` that names the mistake.
    package func check(_ url: URL) throws(WebPushError) {
        guard let host = url.host(percentEncoded: false), !host.isEmpty else {
            throw WebPushError(.invalidSubscription, "The endpoint has no host.")
        }
        let isLoopback = self == .publicHostsAndLoopback && URLHost(host).isLoopback
        guard url.scheme == "https" || (isLoopback && url.scheme == "http") else {
            throw WebPushError(.invalidSubscription, "The endpoint is not an https address.")
        }
        let bare = host.first == "[" ? String(host.dropFirst().dropLast()) : host
        let isRefused = NetworkAddress(bare).map { !allows($0) } ?? (URLHost(host).isLoopback && !isLoopback)
        guard !isRefused else {
            throw WebPushError(.invalidSubscription, "The endpoint is not on a public host.")
        }
        guard url.user() == nil, url.password() == nil, url.fragment() == nil else {
            throw WebPushError(.invalidSubscription, "The endpoint has a user name or a fragment.")
        }
    }
}
