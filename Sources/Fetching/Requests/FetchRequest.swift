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
