package import Hummingbird

/// The context of a request to the cloud.
package struct CloudContext: Hummingbird.RequestContext {
    /// What Hummingbird keeps.
    package var coreContext: CoreRequestContextStorage
    /// The address that the request came from; empty if it has none.
    package let address: String
    /// What bounds how often each may ask.
    package var limits: RequestLimits?

    /// Makes the context of one request.
    package init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress ?? ""
    }

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
    /// - Throws: ``CloudError`` with code `tooMany`; the request counts for the address too then.
    package func checkRate(key: String) throws(CloudError) {
        guard let limits else { return }
        if let wait = limits.keys.take(key) {
            throw CloudError(.tooMany, "Too many requests; wait \(wait) seconds.", retryAfter: wait)
        }
        limits.addresses.giveBack(address)
    }
}
