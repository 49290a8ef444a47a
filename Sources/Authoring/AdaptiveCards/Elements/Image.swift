import JSON

/// An image, fetched by the host.
public struct Image: Hashable, Sendable, CardComponent {
    static let typeName = "Image"

    /// Where the image is.
    public var url: String
    /// What the image shows, for those who do not see it; `nil` or empty for an ornament.
    public var altText: String?
    /// The size, unless ``width`` or ``height`` is set.
    public var size: ImageSize
    /// The outline.
    public var style: ImageStyle
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
    /// The color behind a transparent image, as `#RRGGBB` or `#AARRGGBB`.
    public var backgroundColor: String?
    /// What happens when the image is pressed.
    public var selectAction: Action?
    /// What every element has.
    public var common = ElementProperties()

    /// This element.
    public var element: CardElement { .image(self) }

    /// Makes an image.
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

extension Image {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        url = decoder.string(members, "url") ?? ""
        altText = decoder.string(members, "altText")
        size = decoder.choice(members, "size") ?? .auto
        style = decoder.choice(members, "style") ?? .default
        width = decoder.pixels(members, "width")
        height = members["height"]?.stringValue.flatMap(CardDecoder.pixels)
        backgroundColor = decoder.string(members, "backgroundColor")
        selectAction = try decoder.action(members, "selectAction")
        common = try ElementProperties(members, &decoder)
    }

    var json: JSONValue {
        var writer = ObjectWriter(type: Self.typeName)
        writer.set("url", url)
        writer.set("altText", altText)
        writer.set("size", size, unless: .auto)
        writer.set("style", style, unless: .default)
        writer.set("width", pixels: width)
        writer.set("backgroundColor", backgroundColor)
        writer.set("selectAction", selectAction?.json)
        common.write(to: &writer)
        writer.set("height", pixels: height)
        return writer.json
    }
}

/// The size of an image; an explicit width or height has precedence.
public enum ImageSize: String, Hashable, Sendable, CaseIterable, LenientEnum {
    /// The image's own size, at most the room there is.
    case auto
    /// The whole width.
    case stretch
    case small, medium, large
}

/// The outline of an image.
public enum ImageStyle: String, Hashable, Sendable, CaseIterable, LenientEnum {
    case `default`
    /// Cropped to a circle, for people.
    case person
}
