/// How much a fetch may take.
package struct FetchLimits: Sendable {
    /// How long one request may take in all, redirects included, once it is its turn.
    package var totalTime: Duration = .seconds(20)
    /// How long connecting to one address may take.
    package var connectTime: Duration = .seconds(10)
    /// How many bytes a body may have, unpacked; a request may ask for less.
    package var bodyBytes = 2 * 1024 * 1024
    /// How many bytes the header fields of an answer may have.
    package var headerBytes = 32 * 1024
    /// How many times a server may send a request on.
    package var redirects = 5
    /// How many requests of one app run at a time.
    package var concurrentPerApp = 6
    /// How many requests run at a time.
    package var concurrent = 32
    /// How many requests of one app wait for their turn.
    package var waitingPerApp = 64

    /// The limits that the host keeps to.
    package init() {}
}
