import Glibc
import HTTPServing
package import Hummingbird
import NIOCore
import NetworkAddresses

package struct CloudContext: Hummingbird.RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The client's network (``NetworkAddresses/NetworkAddress/network``), or behind a trusted proxy that of the
    /// proxy's client, to which the limits of requests apply; empty if the request has no address.
    package private(set) var address: String
    /// The connection, for responses that write to it directly; `nil` for a stream of HTTP/2, and in some tests.
    let connection: (any Channel)?

    /// The channel of the request: a connection, or a stream of HTTP/2; `nil` in tests without a connection.
    private let channel: (any Channel)?
    private var limits: RequestLimits?
    /// The name of the bucket for requests without a secret: the address, or "strangers at" the address.
    package private(set) var bucket: String
    /// `true` if the request took a token from its bucket.
    private var wasCounted = false

    package init(source: Source) { self.init(source: source, channel: nil) }

    /// Makes the context of a request on a channel: a connection, or a stream of HTTP/2.
    init(source: Source, channel: (any Channel)?) {
        coreContext = CoreRequestContextStorage(source: source)
        address = Self.network(of: source.channel.remoteAddress?.ipAddress ?? "")
        bucket = address
        self.channel = channel
        // A stream of HTTP/2 is not a socket.
        connection = channel is any SocketOptionProvider ? channel : nil
    }

    func from(_ address: String) -> CloudContext {
        var context = self
        context.address = address
        context.bucket = address
        return context
    }

    mutating func separateStranger() { bucket = "strangers at \(address)" }

    /// Takes a token for the request from its bucket, and keeps the limits for later checks of it.
    ///
    /// - Returns: `nil` if the bucket had a token; otherwise the number of seconds until it has one.
    mutating func count(by limits: RequestLimits) -> Int? {
        let wait = limits.addresses.take(bucket)
        (self.limits, wasCounted) = (limits, wait == nil)
        return wait
    }

    /// Returns the network of an address in its text form, or the text itself if it is not an address.
    static func network(of address: String) -> String { NetworkAddress(address)?.network.description ?? address }

    /// `true` if the client is a program of this process's user, or of root, on this machine.
    ///
    /// Each access asks the kernel. Also `true` without a connection, or if the kernel cannot tell the owners of any.
    package var isOfOwnUser: Bool {
        guard let channel, PeerUser.canIdentifyLoopbackPeers else { return true }
        guard let user = PeerUser.ofLoopback(channel) else { return false }
        return user == getuid() || user == 0
    }

    /// Counts a wrong secret against the address; throws `tooMany`, in place of the refusal, if it has sent too many.
    ///
    /// A correct secret must be accepted regardless of this limit: all secrets are long and random, so the limit is not
    /// what prevents guessing, and other clients at the address could use it up.
    package func recordWrongSecret() throws(CloudError) {
        guard let limits, limits.failures.take(address) != nil || !wasCounted else { return }
        throw CloudError(.tooMany, "Too many wrong secrets came from this address; wait a while.", retryAfter: 10)
    }

    /// Counts the request against a key instead of its address, or throws `tooMany` if the key has sent too many.
    ///
    /// Must be called at most once per request, after the request has proved that it has the key. The key is secret if
    /// only one person or machine has it; with one that ships in an app, the request still counts against its address.
    package func checkRate(key: String, isSecret: Bool = true) throws(CloudError) {
        guard let limits else { return }
        if let wait = limits.keys.take(key) {
            throw CloudError(.tooMany, "Too many requests; wait \(wait) seconds.", retryAfter: wait)
        }
        if isSecret, wasCounted { limits.addresses.refund(bucket) }
    }

    /// Waits until the client closes its side of the connection, if there is one, or the task is cancelled.
    ///
    /// The body of this context's request is read for this, so nothing else may read it.
    package func waitForDisconnect(
        of request: Request,
        _ onDisconnect: @escaping @Sendable () -> Void
    ) async throws {
        guard channel != nil else { return }
        try await request.waitForDisconnect(onDisconnect)
    }
}

/// The address under which clients reach this cloud, for absolute URLs in responses.
package enum BaseURL {
    /// Returns the configured address, or else the one that the request was sent to; without a slash at its end.
    package static func of(_ request: Request, _ configuration: CloudConfiguration) -> String {
        configuration.publicURL ?? "http://\(request.head.authority ?? "localhost")"
    }
}
