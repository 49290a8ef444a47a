/// The body of `POST /api/open`.
package struct OpenOrder: Codable, Hashable, Sendable {
    /// The address.
    package var url: String

    /// Makes an order.
    package init(url: String) { self.url = url }
}
