import JSON

/// What the header of a widget says while the card is shown; a property of this project.
///
/// A surface without such headers draws it above the card.
public struct CardHeader: Hashable, Sendable, CardObject {
    /// The text in the place of the widget's name, such as the place of its weather; `nil` for the name.
    public var title: String?
    /// A few words at the end of the header, such as a count.
    public var detail: String?

    /// Creates a header; its texts may contain dates and times as those of a ``TextBlock`` do.
    public init(title: String? = nil, detail: String? = nil) {
        self.title = title
        self.detail = detail
    }

    init() { self.init(title: nil) }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.value("title", &title)
        visitor.value("detail", &detail)
    }
}

/// The picture behind a whole card, which it fills; what does not fit is cut off.
public struct BackgroundImage: Hashable, Sendable, CardObject {
    /// The URL of the picture.
    public var url: String
    /// The theme of what is drawn over the picture; `nil` for that of the surface.
    ///
    /// A property of this project.
    public var theme: BackgroundTheme?

    /// Creates a background.
    public init(url: String, theme: BackgroundTheme? = nil) {
        self.url = url
        self.theme = theme
    }

    init() { self.init(url: "") }

    mutating func visit(_ visitor: inout some MemberVisitor) {
        visitor.text("url", &url)
        visitor.value("theme", &theme)
    }
}

/// The theme of what is drawn over a picture.
public enum BackgroundTheme: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// Dark text, over a bright picture.
    case light
    /// Light text, over a dark picture.
    case dark
}

extension CardDecoder {
    /// Reads the picture behind a card: an object, or its URL alone.
    mutating func backgroundImage() throws(CardError) -> BackgroundImage? {
        let name = "backgroundImage"
        var image = BackgroundImage()
        if case .string(let url)? = member(name) {
            count(url)
            image.url = url
        } else if let read: BackgroundImage = try object(name, of: "a background image") {
            image = read
        }
        guard !image.url.isEmpty else { return nil }
        draw(200)
        note(image: image.url, at: name)
        return image
    }

    /// Reads a member that is an object; a value of another type is ignored with a warning.
    mutating func object<Part: CardObject>(_ name: String, of kind: String) throws(CardError) -> Part? {
        guard let value = member(name) else { return nil }
        guard case .object(let members) = value else { return refuse(value, name, "an object") }
        enter(name)
        defer { leave() }
        return try part(members, of: kind)
    }
}
