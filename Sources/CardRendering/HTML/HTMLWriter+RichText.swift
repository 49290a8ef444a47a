extension HTMLWriter {
    /// Begins a list.
    mutating func begin(_ list: RichText.List) {
        guard let start = list.start else { return markup("<ul>") }
        markup("<ol start=\"")
        number(start)
        markup("\">")
    }

    /// Ends a list.
    mutating func end(_ list: RichText.List) { markup(list.start == nil ? "</ul>" : "</ol>") }

    /// Begins emphasized text.
    mutating func begin(_ emphasis: InlineText.Emphasis) { markup(emphasis == .bold ? "<strong>" : "<em>") }

    /// Ends emphasized text.
    mutating func end(_ emphasis: InlineText.Emphasis) { markup(emphasis == .bold ? "</strong>" : "</em>") }
}
