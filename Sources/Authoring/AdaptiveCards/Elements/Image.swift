import JSON

/// An image, which the host fetches.
public struct Image: Hashable, Sendable, CardComponent {
    static let typeName = "Image"

    /// The URL of the image.
    public var url: String
    /// A description of the image for people who cannot see it; `nil` or empty for a decorative image.
    public var altText: String?
    /// The size, unless ``width`` or ``height`` is set.
    public var size: ImageSize
    /// The shape.
    public var style: ImageStyle
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
    /// The color behind a transparent image, as `#RRGGBB` or `#AARRGGBB`.
    public var backgroundColor: String?
    /// The action that runs when the image is pressed.
    public var selectAction: Action?
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .image(self) }

    /// Creates an image.
    public init(
        url: String,
        altText: String? = nil,
        size: ImageSize = .auto,
        style: ImageStyle = .default,
        width: Int? = nil,
        height: Int? = nil,
        backgroundColor: String? = nil,
        selectAction: Action? = nil
    ) {
        self.url = url
        self.altText = altText
        self.size = size
        self.style = style
        self.width = width
        self.height = height
        self.backgroundColor = backgroundColor
        self.selectAction = selectAction
    }
}

extension Image: ElementPart {
    init() { self.init(url: "") }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        visitor.text("url", &url)
        visitor.whileReading { decoder in
            if url.isEmpty { decoder.warn("An Image without a url is not shown.") }
            decoder.note(image: url, at: "url")
        }
        visitor.value("altText", &altText)
        visitor.value("size", &size, or: .auto)
        visitor.value("style", &style, or: .default)
        visitor.pixels("width", &width)
        visitor.value("backgroundColor", &backgroundColor)
        try visitor.action("selectAction", &selectAction)
        try common.visit(&visitor)
        visitor.member(
            "height",
            &height,
            read: { $0.members["height"]?.stringValue.flatMap(CardDecoder.pixels) },
            json: { $0.map { .string("\($0)px") } }
        )
    }
}

/// The size of an image; an explicit width or height overrides it.
public enum ImageSize: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// The image's own size, but at most the available space.
    case auto
    /// The whole width.
    case stretch
    case small, medium, large
}

/// The shape of an image.
public enum ImageStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`
    /// Cropped to a circle, for people.
    case person
}
