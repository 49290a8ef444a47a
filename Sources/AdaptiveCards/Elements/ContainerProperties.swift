/// What everything that contains elements has.
public struct ContainerProperties: Hashable, Sendable {
    /// The background and palette, or `nil` for the surrounding one.
    public var style: ContainerStyle?
    /// Where the content stands if the container is higher, or `nil` for what the surrounding container says.
    public var verticalContentAlignment: VerticalAlignment?
    /// Whether the background extends through the surrounding container's padding.
    public var bleed = false
    /// The least height in pixels.
    public var minHeight: Int?
    /// Whether text runs from right to left, or `nil` for the surrounding direction.
    public var rtl: Bool?
    /// What happens when the container is pressed.
    public var selectAction: Action?

    /// Makes properties that all have their default.
    public init() {}
}

extension ContainerProperties {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        style = decoder.choice(members, "style")
        verticalContentAlignment = decoder.choice(members, "verticalContentAlignment")
        bleed = decoder.bool(members, "bleed") ?? false
        minHeight = decoder.pixels(members, "minHeight")
        // The schema's own misspelling is found in cards.
        rtl = decoder.bool(members, "rtl") ?? decoder.bool(members, "rtl?")
        selectAction = try decoder.action(members, "selectAction")
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("style", style)
        writer.set("verticalContentAlignment", verticalContentAlignment)
        writer.set("bleed", bleed, unless: false)
        writer.set("minHeight", pixels: minHeight)
        writer.set("rtl", rtl)
        writer.set("selectAction", selectAction?.json)
    }
}
