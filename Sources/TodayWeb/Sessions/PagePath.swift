/// The address of a page of this surface, without its origin: `/notifications?answer=7`.
struct PagePath: Hashable, Sendable {
    /// How long one may be, in bytes.
    static let limit = 2048
    /// The Today screen.
    static let today = PagePath(text: "/")

    /// The path and the query.
    let text: String

    private init(text: String) { self.text = text }

    /// Takes a path; `nil` if it could lead to another site, or has characters that no address has.
    init?(_ text: String) {
        guard text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= Self.limit,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C })
        else { return nil }
        self.text = text
    }
}
