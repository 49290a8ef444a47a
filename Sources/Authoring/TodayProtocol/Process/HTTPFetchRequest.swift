package import FoundationEssentials
import JSONRPC

/// Process to host: fetches from the network, which the process itself cannot reach.
///
/// Needs the entitlement `com.apple.security.network.client` and a server that the bundle declares or the person
/// allowed. Several fetches run at a time. Errors have the codes `fetchNotAllowed`, `fetchFailed`, `fetchTimedOut` and
/// `fetchTooLarge` and a message for people; a status such as 404 is not an error.
package struct HTTPFetchRequest: RPCRequest {
    package static let method = "http/fetch"

    package struct Reply: Codable, Hashable, Sendable {
        /// The HTTP status.
        package var status: Int
        /// The headers that the host passes on, by lower-case name.
        package var headers: [String: String]
        /// The body, decompressed, at most 512 KiB.
        package var body: Data
        /// The age of a cached response in seconds; 0 if it was just received.
        package var age: Double

        package init(status: Int, headers: [String: String], body: Data, age: Double) {
            self.status = status
            self.headers = headers
            self.body = body
            self.age = age
        }
    }

    /// The URL, `https` or `http`.
    package var url: String
    /// `GET`, the default, `POST`, `PROPFIND` or `REPORT`.
    package var method: String?
    /// Headers to send; the host refuses headers that break its rules, with a message that names them.
    package var headers: [String: String]?
    /// The body to send with a method other than `GET`, at most 64 KiB.
    package var body: Data?
    /// The largest age of a cached response in seconds; 0 always asks the server.
    package var maximumAge: Double?

    package init(
        url: String,
        method: String? = nil,
        headers: [String: String]? = nil,
        body: Data? = nil,
        maximumAge: Double? = nil
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.maximumAge = maximumAge
    }
}
