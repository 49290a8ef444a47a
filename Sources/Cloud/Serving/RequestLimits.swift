/// What bounds how often each key and each address may ask.
///
/// A request that has proved whose it is counts for its key, and for its address no longer: many hosts and senders share
/// an address, and one that asks much must not hold up the others.
package struct RequestLimits: Sendable {
    /// For each address, its requests that have not proved whose they are, or not yet.
    package let addresses: RateLimiter
    /// For each address, requests with credentials that come when it has no others left: whoever has a key is heard though
    /// strangers at the same address ask too much.
    package let claims: RateLimiter
    /// For each app key, inbox or device, its requests.
    package let keys: RateLimiter
    /// For each address, its wrong secrets.
    package let failures: RateLimiter

    /// Makes the limits.
    ///
    /// - Parameters:
    ///   - rate: How many requests a second each key and address may make; 0 for as many as come.
    ///   - time: A time that never goes back.
    package init(rate: Int, time: @escaping @Sendable () -> Duration = RateLimiter.uptime) {
        addresses = RateLimiter(rate: Double(rate), burst: Double(rate) * 10, time: time)
        claims = RateLimiter(rate: Double(rate), burst: Double(rate) * 10, time: time)
        keys = RateLimiter(rate: Double(rate), burst: Double(rate) * 10, time: time)
        failures = RateLimiter(rate: rate == 0 ? 0 : 0.2, burst: 30, time: time)
    }
}
