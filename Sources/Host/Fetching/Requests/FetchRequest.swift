/// A request that a process asks the host to make.
package struct FetchRequest: Hashable, Sendable {
    /// What may be done with an address.
    package enum Method: String, Hashable, Sendable {
        /// Reads it.
        case get = "GET"
        /// Sends something to it; never cached, never coalesced.
        case post = "POST"
        /// Puts something there; for the host's own requests alone.
        case put = "PUT"
        /// Changes something there; for the host's own requests alone.
        case patch = "PATCH"
        /// Removes it; for the host's own requests alone.
        case delete = "DELETE"
    }

    /// How many bytes the body of a request may have.
    package static let bodyLimit = 64 * 1024

    /// The address, http or https.
    package var url: String
    /// What to do with it.
    package var method: Method
    /// Headers to send; see ``RequestHeaders`` for those that are allowed.
    package var headers: [String: String]
    /// What to send; `GET` sends nothing.
    package var body: [UInt8]
    /// How old a kept answer may be, in seconds.
    ///
    /// It shortens what the server allows, and says how long an answer serves whose server says nothing; 0 asks the
    /// server in any case.
    package var maximumAge: Double?
    /// How many bytes the answer's body may have; the host's own limit if that is less.
    package var maximumBytes: Int

    /// Describes a request.
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

/// What a server answered, now or earlier.
package struct FetchResponse: Hashable, Sendable {
    /// The HTTP status.
    package var status: Int
    /// The headers that matter to a process, by lower-case name.
    package var headers: [String: String]
    /// The body, unpacked.
    package var body: [UInt8]
    /// How old the answer is, in seconds.
    package var age: Double
    /// Whether the answer was kept from an earlier request; one that the server just confirmed counts as such.
    package var isFromCache: Bool
}

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
