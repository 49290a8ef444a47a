/// Opens a URL; the surface decides which schemes it allows.
public struct OpenURLAction: Hashable, Sendable {
    static let typeName = "Action.OpenUrl"

    /// The URL.
    public var url: String

    /// Creates an action.
    public init(url: String) { self.url = url }
}

extension OpenURLAction: TypedPart {
    init() { self.init(url: "") }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.text("url", &url)
        visitor.whileReading { decoder in
            if url.isEmpty { decoder.warn("An Action.OpenUrl without a url does nothing.") }
            decoder.note(link: url, at: "url")
        }
    }
}
