/// Who asks.
struct Visitor: Hashable, Sendable {
    /// The address that the request came from.
    var address: String
    /// The name that was proved with a token, if any.
    var name: String?
    /// The hash of that token is known as long as this is allowed; none without a name.
    var token: String?
    /// Whether a page of another site sent the request: such a one gets nothing that is not said to be for everybody.
    var isForeignPage: Bool
}
