package import FoundationEssentials
import JSONRPC

/// Process to host: fetches from the network, which the process itself cannot reach.
///
/// Needs the entitlement `com.apple.security.network.client` and a host that the bundle declares or the person
/// allowed. Several fetches run at a time. Errors have the codes `fetchNotAllowed`, `fetchFailed`, `fetchTimedOut` and
/// `fetchTooLarge` and a sentence for people; a status such as 404 is no error.
package struct HTTPFetchRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "http/fetch"

    /// What the host answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// The HTTP status.
        package var status: Int
        /// The headers that matter to a process, by lower-case name.
        package var headers: [String: String]
        /// The body, decompressed, at most 512 KiB.
        package var body: Data
        /// How old the answer is, in seconds; 0 when it just came.
        package var age: Double

        /// Makes an answer.
        package init(status: Int, headers: [String: String], body: Data, age: Double) {
            self.status = status
            self.headers = headers
            self.body = body
            self.age = age
        }
    }

    /// The address, `https` or `http`.
    package var url: String
    /// `GET`, the default, or `POST`.
    package var method: String?
    /// Headers to send; those that would break the host's rules are refused by name.
    package var headers: [String: String]?
    /// What to send with `POST`, at most 64 KiB.
    package var body: Data?
    /// How old a kept answer may be, in seconds; 0 asks the server in any case.
    package var maximumAge: Double?

    /// Asks for an address.
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
