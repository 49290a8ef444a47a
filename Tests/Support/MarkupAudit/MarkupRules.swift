/// What the markup of one kind of document may have.
package struct MarkupRules: Sendable {
    /// The names of the elements.
    package var tags: Set<String>
    /// The names of the elements without an end tag.
    package var void: Set<String>
    package var attributes: Set<String>
    /// What the addresses of links and pictures begin with, in lower case.
    package var addresses: [String]
    /// Whether a link may lie within another, which browsers take apart.
    package var nestsLinks: Bool

    /// Makes rules.
    package init(
        tags: Set<String>,
        void: Set<String>,
        attributes: Set<String>,
        addresses: [String],
        nestsLinks: Bool = false
    ) {
        self.tags = tags
        self.void = void
        self.attributes = attributes
        self.addresses = addresses
        self.nestsLinks = nestsLinks
    }

    /// A card that is drawn on a page.
    package static let card = MarkupRules(
        tags: [
            "a", "b", "br", "button", "caption", "circle", "code", "col", "colgroup", "dd", "desc", "details", "div",
            "dl", "dt", "em", "fieldset", "g", "img", "input", "label", "legend", "li", "linearGradient", "ol",
            "option",
            "p", "path", "picture", "rect", "select", "source", "span", "stop", "strong", "summary", "svg", "table",
            "tbody", "td", "text", "textarea", "th", "thead",
            "title", "tr", "ul",
        ],
        void: ["br", "col", "img", "input", "source"],
        attributes: [
            "alt", "aria-describedby", "aria-disabled", "aria-hidden", "aria-label", "aria-labelledby", "aria-level",
            "aria-valuemax", "aria-valuemin", "aria-valuenow", "autofocus", "checked", "class", "cx", "cy", "d",
            "data-action", "data-copy", "data-error", "data-error-for", "data-input", "data-inputs", "data-multiple",
            "data-payload", "data-regex", "data-required", "data-value-off", "data-verb", "decoding", "dir",
            "disabled", "dy", "fill", "for", "gradientUnits", "height", "hidden", "href", "id", "lang", "loading",
            "max", "maxlength", "media", "min",
            "name", "offset", "overflow", "pathLength", "placeholder", "preserveAspectRatio", "r", "rel", "required",
            "role",
            "rows", "rx", "scope", "selected", "src", "srcset", "start", "tabindex", "stroke-dasharray",
            "stroke-linecap",
            "stroke-width", "target", "title", "transform", "type", "value", "viewBox", "width", "x", "y",
        ],
        addresses: ["/", "https://"]
    )

    /// A text in Markdown on a page, whose pictures are links.
    package static let markdown = MarkupRules(
        tags: [
            "a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p",
            "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
        ],
        void: ["br", "hr"],
        attributes: ["align", "class", "dir", "href", "rel", "start", "target"],
        addresses: ["https://"]
    )
}
