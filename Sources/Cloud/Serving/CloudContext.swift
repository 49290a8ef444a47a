import Addresses
package import Hummingbird
import NIOCore

/// The context of a request to the cloud.
package struct CloudContext: Hummingbird.RequestContext {
    /// What Hummingbird keeps.
    package var coreContext: CoreRequestContextStorage
    /// The address that the request came from, as it is counted (``Addresses/NetworkAddress/network``): the client's own
    /// where a proxy is trusted to tell it; empty if it has none.
    package internal(set) var address: String
    /// What bounds how often each may ask.
    package var limits: RequestLimits?
    /// The connection that the request came on, for responses that are written to it directly; none in tests without one.
    var connection: (any Channel)?
    /// Whether the request was let in only to prove whose it is.
    var isClaim = false

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
        if isSecret { (isClaim ? limits.claims : limits.addresses).giveBack(address) }
    }
}
