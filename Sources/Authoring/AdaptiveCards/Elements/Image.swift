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

extension Image {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        url = decoder.string(members, "url") ?? ""
        if url.isEmpty { decoder.warn("An Image without a url is not shown.") }
        decoder.note(image: url, at: "url")
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

/// The size of an image.
///
/// An explicit width or height overrides it.
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
