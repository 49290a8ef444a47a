package import FoundationEssentials

/// The position and the viewer of a card, as far as they affect the rendering.
package struct RenderingEnvironment: Sendable {
    /// The kinds of positions.
    package enum Kind: Hashable, Sendable {
        /// A widget, in which inputs are not drawn.
        case widget
        /// A page of an app.
        case scene
    }

    package var kind: Kind
    /// Languages of the person as BCP 47 tags, in order of preference; dates are formatted in one of them.
    package var languages: [String]
    /// Time zone of the person, for dates and times of day.
    package var timeZone: TimeZone
    /// Prefix for the ids of the card's elements; unique for each card on a page.
    package var elementIDPrefix: String
    /// `true` if the card is interactive; otherwise actions and inputs are not drawn.
    package var supportsInteractivity: Bool
    /// Id of the input that gets the focus when the page opens; `nil` for none.
    package var focus: String?
    /// Level of headings, 1 to 6.
    package var headingLevel: Int
    /// Label of the button for actions that do not fit, in the person's language.
    package var moreActions: String
    /// Words for graphics, in the person's language.
    package var words: CardWords
    /// Returns the target for a URL in the card; `nil` to refuse it, which draws the link as text.
    package var link: @Sendable (String) -> LinkTarget?
    /// Returns the source of an image in the card; `nil` to refuse it, which draws its alternative text.
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
        self.link = link
        self.imageSource = imageSource
    }
}

/// The target of a link on a page.
package struct LinkTarget: Hashable, Sendable {
    /// URL, relative to the page.
    package var href: String
    /// `true` if the link opens a new window, as links to other sites should.
    package var opensNewWindow: Bool

    package init(href: String, opensNewWindow: Bool) {
        self.href = href
        self.opensNewWindow = opensNewWindow
    }
}

/// The URLs of an image on a page.
package struct CardImageSource: Hashable, Sendable {
    /// One URL for each pixel density, by the density; never empty.
    package typealias Candidates = [(address: String, scale: Int)]

    /// URL for browsers that choose none of the others.
    package let address: String
    /// URLs by density, as in the attribute `srcset`; `nil` if there is only one, of density 1.
    let set: String?
    /// URLs for the dark theme, in the same form; `nil` if the image is the same in both themes.
    let darkSet: String?
    /// Intrinsic size of the image in points; `nil` if only the browser finds it out.
    ///
    /// An SVG without an intrinsic size would have no width on a page.
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

    /// An image with one URL.
    package init(_ address: String) {
        self.address = address
        set = nil
        darkSet = nil
        size = nil
    }

    /// An image with several densities and themes; `nil` without a URL.
    ///
    /// - Parameters:
    ///   - light: The URLs, without spaces and commas.
    ///   - dark: The URLs for the dark theme; empty if the image is the same in both.
    ///   - size: The intrinsic size in points.
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
