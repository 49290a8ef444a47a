package import FoundationEssentials

/// An HTTP answer that is kept.
package struct CachedResponse: Hashable, Sendable {
    /// One header field.
    package struct Field: Hashable, Codable, Sendable {
        /// The name.
        package var name: String
        /// The value.
        package var value: String

        /// Makes a field.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The status.
    package var status: Int
    /// The header fields worth keeping, validators among them.
    package var headers: [Field]
    /// The body, not compressed.
    package var body: [UInt8]
    /// When it was fetched or last confirmed, to the millisecond.
    package var fetched: Date
    /// Until when it is fresh, as its server says; `nil` if the server says nothing.
    package var expires: Date?

    /// Describes an answer.
    package init(status: Int, headers: [Field], body: [UInt8], fetched: Date, expires: Date?) {
        self.status = status
        self.headers = headers
        self.body = body
        self.fetched = fetched
        self.expires = expires
    }
}
