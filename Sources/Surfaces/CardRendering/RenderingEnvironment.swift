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
    /// The words for graphics, in the person's language.
    package var words: CardWords
    /// The capabilities of the surface, which cards may require.
    package var capabilities: HostCapabilities
    /// Returns the target for a URL of the card, or `nil` to refuse it; the link is then drawn as text.
    package var link: @Sendable (String) -> LinkTarget?
    /// Returns the source of an image of the card, or `nil` to refuse it; its alternative text is then drawn.
    package var imageSource: @Sendable (String) -> CardImageSource?

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
        words: CardWords = .english,
        capabilities: HostCapabilities = .standard,
        link: @escaping @Sendable (String) -> LinkTarget? = { _ in nil },
        imageSource: @escaping @Sendable (String) -> CardImageSource? = { _ in nil }
    ) {
        self.kind = kind
        self.languages = languages
        self.timeZone = timeZone
        self.elementIDPrefix = elementIDPrefix
        self.supportsInteractivity = supportsInteractivity
        self.focus = focus
        self.headingLevel = min(max(headingLevel, 1), 6)
        self.moreActions = moreActions
        self.words = words
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

/// The addresses of an image on a page.
package struct CardImageSource: Hashable, Sendable {
    /// One address for each number of pixels that a point may have, by that number; never empty.
    package typealias Candidates = [(address: String, scale: Int)]

    /// The address for browsers that choose none of the others.
    package let address: String
    /// The addresses by scale, as in the attribute `srcset`; `nil` if there is only one, of scale 1.
    let set: String?
    /// The same for the dark theme; `nil` if the image is the same in both themes.
    let darkSet: String?
    /// The size in points that the image has by itself; `nil` if only the browser learns it.
    ///
    /// An SVG may have none of its own, and would then have no width on a page.
    let size: Size?

    /// A width and a height.
    package struct Size: Hashable, Sendable {
        var width: Int
        var height: Int

        /// Makes a size in points.
        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    /// An image with one address.
    package init(_ address: String) {
        self.address = address
        set = nil
        darkSet = nil
        size = nil
    }

    /// An image in several scales and themes; `nil` without an address.
    ///
    /// - Parameters:
    ///   - light: The addresses, without blanks and commas.
    ///   - dark: Those for the dark theme; empty if the image is the same in both.
    ///   - size: The size in points that the image has by itself.
    package init?(light: Candidates, dark: Candidates = [], size: Size? = nil) {
        guard let first = light.first else { return nil }
        address = first.address
        set = light.count == 1 && first.scale == 1 ? nil : Self.text(light)
        darkSet = dark.isEmpty ? nil : Self.text(dark)
        self.size = size
    }

    private static func text(_ candidates: Candidates) -> String {
        candidates.map { $0.scale == 1 ? $0.address : "\($0.address) \($0.scale)x" }.joined(separator: ", ")
    }
}
