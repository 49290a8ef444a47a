import JSON

/// A button with a title, a description, and optionally a symbol and a badge.
public struct CompoundButton: Hashable, Sendable, CardComponent {
    static let typeName = "CompoundButton"

    /// The title, without markup.
    public var title: String
    /// The description, without markup.
    public var description: String?
    /// A short text beside the title.
    public var badge: String?
    /// The symbol before the title.
    public var icon: IconInfo?
    /// The action that runs when the button is pressed.
    public var selectAction: Action?
    /// The properties that every element has.
    public var common = ElementProperties()

    /// This value as an element.
    public var element: CardElement { .compoundButton(self) }

    /// Creates a button.
    public init(
        _ title: String,
        description: String? = nil,
        badge: String? = nil,
        icon: IconInfo? = nil,
        selectAction: Action? = nil
    ) {
        self.title = title
        self.description = description
        self.badge = badge
        self.icon = icon
        self.selectAction = selectAction
    }
}

extension CompoundButton: TypedObject {
    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) throws(CardError) {
        title = decoder.string(members, "title") ?? ""
        description = decoder.string(members, "description")
        badge = decoder.string(members, "badge")
        if let value = decoder.member(members, "icon") {
            if case .object(let icon) = value {
                decoder.enter("icon")
                let start = decoder.names.count
                self.icon = IconInfo(icon, &decoder)
                decoder.endObject(icon, of: "an icon", since: start)
                decoder.leave()
            } else {
                icon = decoder.refuse(value, "icon", "an object with a name")
            }
        }
        selectAction = try decoder.action(members, "selectAction")
        common = try ElementProperties(members, &decoder)
    }

    func write(to writer: inout ObjectWriter) {
        writer.set("title", title)
        writer.set("description", description)
        writer.set("badge", badge)
        writer.set("icon", icon?.json)
        writer.set("selectAction", selectAction?.json)
    }
}

/// The symbol of a button; none is drawn if its name is unknown.
public struct IconInfo: Hashable, Sendable {
    /// The name of the symbol, ignoring case.
    public var name: String
    /// The size.
    public var size: IconSize
    /// The color.
    public var color: TextColor
    /// The style of the symbol: outlined or filled.
    public var style: IconStyle

    /// The symbol, or `nil` if no symbol has the name.
    public var symbol: IconSymbol? { IconSymbol(lenient: name) }

    /// Creates a description of a symbol.
    public init(
        _ symbol: IconSymbol,
        size: IconSize = .xSmall,
        color: TextColor = .default,
        style: IconStyle = .regular
    ) {
        name = symbol.rawValue
        self.size = size
        self.color = color
        self.style = style
    }

    init(_ members: CardDecoder.Members, _ decoder: inout CardDecoder) {
        name = decoder.string(members, "name") ?? ""
        size = decoder.choice(members, "size") ?? .xSmall
        color = decoder.choice(members, "color") ?? .default
        style = decoder.choice(members, "style") ?? .regular
        decoder.checkIcon(name, at: "name")
    }

    var json: JSONValue {
        var writer = ObjectWriter()
        writer.set("name", name)
        writer.set("size", size, unless: .xSmall)
        writer.set("color", color, unless: .default)
        writer.set("style", style, unless: .regular)
        return writer.json
    }
}
