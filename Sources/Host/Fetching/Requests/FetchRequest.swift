/// A request that the host makes for a process.
package struct FetchRequest: Hashable, Sendable {
    package enum Method: String, Hashable, Sendable {
        case get = "GET"
        /// Never cached and never coalesced.
        case post = "POST"
        /// Reads properties of a resource (WebDAV, RFC 4918); never cached and never coalesced.
        case propfind = "PROPFIND"
        /// Runs a query on a resource (WebDAV, RFC 3253); never cached and never coalesced.
        case report = "REPORT"
        /// Only for requests of the host itself.
        case put = "PUT"
        /// Only for requests of the host itself.
        case patch = "PATCH"
        /// Only for requests of the host itself.
        case delete = "DELETE"

        /// Whether the method only reads, though it sends a body: a redirect keeps both.
        var isQuery: Bool { self == .propfind || self == .report }
    }

    /// The methods that a process may use.
    package static let methodsOfProcesses: [Method] = [.get, .post, .propfind, .report]

    /// The largest size of a request's body, in bytes.
    package static let bodyLimit = 64 * 1024

    /// The http or https address.
    package var url: String
    package var method: Method
    /// The headers; ``RequestHeaders`` lists those that are allowed.
    package var headers: [String: String]
    /// The body; empty for `GET`.
    package var body: [UInt8]
    /// The greatest acceptable age of a cached response, in seconds.
    ///
    /// It limits the lifetime that the server allows, and replaces a missing one; 0 always asks the server.
    package var maximumAge: Double?
    /// How many bytes the response's body may have; the host's limit applies too.
    package var maximumBytes: Int

    package init(
        url: String,
        method: Method = .get,
        headers: [String: String] = [:],
        body: [UInt8] = [],
        maximumAge: Double? = nil,
        maximumBytes: Int = .max
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.maximumAge = maximumAge
        self.maximumBytes = maximumBytes
    }
}

/// A response of a server, possibly from the cache.
package struct FetchResponse: Hashable, Sendable {
    package var status: Int
    /// The headers for the process, by lower-case name.
    package var headers: [String: String]
    /// The decompressed body.
    package var body: [UInt8]
    /// The age in seconds.
    package var age: Double
    /// Whether it was cached before; also if the server has just confirmed it.
    package var isFromCache: Bool
}

package struct FetchLimits: Sendable {
    /// How long a request may take in total, including redirects, once it runs.
    package var totalTime: Duration = .seconds(20)
    /// How long connecting to one address may take.
    package var connectTime: Duration = .seconds(10)
    /// How many bytes a decompressed body may have; a request may set a lower limit.
    package var bodyBytes = 2 * 1024 * 1024
    /// How many bytes the header fields of a response may have.
    package var headerBytes = 32 * 1024
    /// The largest number of redirects.
    package var redirects = 5
    /// How many requests of one app run at a time.
    package var concurrentPerApp = 6
    /// How many requests run at a time.
    package var concurrent = 32
    /// How many requests of one app may wait.
    package var waitingPerApp = 64

    package init() {}
}
