package import AdaptiveCards
package import FoundationEssentials

/// What rendering needs to know of the place a card is shown at, and of the person who sees it.
package struct RenderingEnvironment: Sendable {
    /// What the card is shown as.
    package enum Kind: Hashable, Sendable {
        /// A widget: inputs are not drawn.
        case widget
        /// A page of an app.
        case scene
    }

    /// What the card is shown as.
    package var kind: Kind
    /// The person's languages as BCP 47 names them, the best first; dates are written in one of them.
    package var languages: [String]
    /// The person's time zone, in which dates and times of day are written.
    package var timeZone: TimeZone
    /// What the ids of this card's elements begin with; no two cards on one page may share it.
    package var elementIDPrefix: String
    /// Whether the card can be acted on; without that there are no actions and no inputs.
    package var supportsInteractivity: Bool
    /// The id of the input that has the cursor when the page opens, if one has.
    package var focus: String?
    /// The level of headings, 1 to 6.
    package var headingLevel: Int
    /// What the surface can do, as far as cards may require it.
    package var capabilities: HostCapabilities
    /// Decides where a URL of the card leads; `nil` refuses it, and what would have been a link is drawn as text.
    package var link: @Sendable (String) -> LinkTarget?
    /// Decides where an image of the card is loaded from; `nil` refuses it, and its alternative text is drawn.
    package var imageSource: @Sendable (String) -> String?

    /// Describes the place a card is shown at.
    package init(
        kind: Kind,
        languages: [String] = ["en-US"],
        timeZone: TimeZone = .gmt,
        elementIDPrefix: String = "card-",
        supportsInteractivity: Bool = true,
        focus: String? = nil,
        headingLevel: Int = 2,
        capabilities: HostCapabilities = .standard,
        link: @escaping @Sendable (String) -> LinkTarget? = { _ in nil },
        imageSource: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.kind = kind
        self.languages = languages
        self.timeZone = timeZone
        self.elementIDPrefix = elementIDPrefix
        self.supportsInteractivity = supportsInteractivity
        self.focus = focus
        self.headingLevel = min(max(headingLevel, 1), 6)
        self.capabilities = capabilities
        self.link = link
        self.imageSource = imageSource
    }
}

/// Where a link of a card leads on a page.
package struct LinkTarget: Hashable, Sendable {
    /// The address as the page has it.
    package var href: String
    /// Whether the link opens a window of its own, as what leaves the surface should.
    package var opensNewWindow: Bool

    /// Makes a target.
    package init(href: String, opensNewWindow: Bool) {
        self.href = href
        self.opensNewWindow = opensNewWindow
    }
}
