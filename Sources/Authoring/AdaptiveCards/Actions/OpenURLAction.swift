/// Opens a URL.
///
/// The surface decides which schemes it allows.
public struct OpenURLAction: Hashable, Sendable {
    static let typeName = "Action.OpenUrl"

    /// The URL.
    public var url: String

    /// Creates an action.
    public init(url: String) { self.url = url }
}

extension OpenURLAction {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) {
        url = decoder.string(members, "url") ?? ""
        if url.isEmpty { decoder.warn("An Action.OpenUrl without a url does nothing.") }
        decoder.note(link: url, at: "url")
    }

    var writer: ObjectWriter {
        var writer = ObjectWriter(type: Self.typeName)
        writer.set("url", url)
        return writer
    }
}
