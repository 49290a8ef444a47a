package import AdaptiveCards
package import FoundationEssentials

/// The place where a card is shown and the person who sees it, as far as they affect the rendering.
package struct RenderingEnvironment: Sendable {
    /// The kinds of places.
    package enum Kind: Hashable, Sendable {
        /// A widget, in which inputs are not drawn.
        case widget
        /// A page of an app.
        case scene
    }

    package var kind: Kind
    /// The person's languages as BCP 47 tags, in order of preference; dates are formatted in one of them.
    package var languages: [String]
    /// The person's time zone for dates and times of day.
    package var timeZone: TimeZone
    /// The prefix for the ids of the card's elements; no two cards on one page may share it.
    package var elementIDPrefix: String
    /// Whether the card is interactive; otherwise actions and inputs are not drawn.
    package var supportsInteractivity: Bool
    /// The id of the input that gets the focus when the page opens, or `nil` for none.
    package var focus: String?
    /// The level of headings, 1 to 6.
    package var headingLevel: Int
    /// The label of the button for actions that have no room, in the person's language.
    package var moreActions: String
    /// The capabilities of the surface, which cards may require.
    package var capabilities: HostCapabilities
    /// Returns the target for a URL of the card, or `nil` to refuse it; the link is then drawn as text.
    package var link: @Sendable (String) -> LinkTarget?
    /// Returns the address for an image of the card, or `nil` to refuse it; its alternative text is then drawn.
    package var imageSource: @Sendable (String) -> String?

    /// Creates an environment.
    package init(
        kind: Kind,
        languages: [String] = ["en-US"],
        timeZone: TimeZone = .gmt,
        elementIDPrefix: String = "card-",
        supportsInteractivity: Bool = true,
        focus: String? = nil,
        headingLevel: Int = 2,
        moreActions: String = "More",
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
        self.moreActions = moreActions
        self.capabilities = capabilities
        self.link = link
        self.imageSource = imageSource
    }
}

/// The target of a link on a page.
package struct LinkTarget: Hashable, Sendable {
    /// The address in the page.
    package var href: String
    /// Whether the link opens a new window, as links to other sites should.
    package var opensNewWindow: Bool

    package init(href: String, opensNewWindow: Bool) {
        self.href = href
        self.opensNewWindow = opensNewWindow
    }
}
