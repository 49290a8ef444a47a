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

        /// `true` if the method only reads although it has a body, so that a redirect keeps both.
        var isQuery: Bool { self == .propfind || self == .report }
    }

    /// The methods that a process may use.
    package static let methodsOfProcesses: [Method] = [.get, .post, .propfind, .report]

    /// Maximum size of a request's body, in bytes.
    package static let bodyLimit = 64 * 1024

    package var url: String
    package var method: Method
    /// The headers; ``RequestHeaders`` lists those that are allowed.
    package var headers: [String: String]
    /// The body; empty for `GET`.
    package var body: [UInt8]
    /// Maximum acceptable age of a cached response, in seconds; it caps the server's lifetime, or replaces a missing
    /// one.
    package var maximumAge: Double?
    /// Maximum size of the response's body, in bytes; the host's limit applies too.
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
    package var age: Double
    /// `true` if the response came from the cache, even if the server has just revalidated it.
    package var isFromCache: Bool
}

extension FetchResponse {
    init(_ response: UpstreamResponse) {
        status = response.status
        headers = ResponseHeaders.forProcess(response.headers)
        body = response.body
        age = CacheDirectives(status: response.status, headers: response.headers).age
        isFromCache = false
    }
}

package struct FetchLimits: Sendable {
    /// Timeout of a running request, including its redirects.
    package var totalTime: Duration = .seconds(20)
    /// Timeout for connecting to one address.
    package var connectTime: Duration = .seconds(10)
    /// Maximum size of a decompressed body, in bytes; a request may set a lower limit.
    package var bodyBytes = 2 * 1024 * 1024
    /// Maximum total size of a response's header fields, in bytes.
    package var headerBytes = 32 * 1024
    package var redirects = 5
    /// Maximum number of concurrent requests of one app.
    package var concurrentPerApp = 6
    /// Maximum number of concurrent requests of all apps.
    package var concurrent = 32
    /// Maximum number of waiting requests of one app.
    package var waitingPerApp = 64

    package init() {}
}
