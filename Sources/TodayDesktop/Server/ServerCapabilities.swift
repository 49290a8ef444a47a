/// What a notification server says it can do, as far as a surface makes use of it.
struct ServerCapabilities: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// Buttons.
    static let actions = ServerCapabilities(rawValue: 1)
    /// A text below the title.
    static let body = ServerCapabilities(rawValue: 2)
    /// Markup in that text; where it is not, the text stands as it is.
    static let bodyMarkup = ServerCapabilities(rawValue: 4)
    /// A field for an answer, as KDE began it; it is not in the specification.
    static let inlineReply = ServerCapabilities(rawValue: 8)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads the answer to `GetCapabilities`; names that mean nothing here are passed over.
    init(names: [String]) { self.init(names.compactMap { Self.known[$0] }) }

    /// The names, in alphabetical order.
    var names: [String] { Self.known.filter { contains($0.value) }.keys.sorted() }

    private static let known: [String: ServerCapabilities] = [
        "actions": .actions, "body": .body, "body-markup": .bodyMarkup, "inline-reply": .inlineReply,
    ]
}
