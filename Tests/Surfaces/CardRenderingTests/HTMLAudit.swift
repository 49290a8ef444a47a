import CardRendering

/// Parses markup strictly, and finds everything that the text of a card must not be able to produce.
struct HTMLAudit {
    /// The mistakes in the markup.
    private(set) var mistakes: [String] = []
    private(set) var ids: [String] = []
    private(set) var classes: Set<String> = []
    /// The names of all tags, in order.
    private(set) var tags: [String] = []

    private static let void: Set = ["br", "col", "img", "input"]
    private static let tagNames: Set = [
        "a", "b", "br", "button", "caption", "circle", "code", "col", "colgroup", "dd", "desc", "details", "div", "dl",
        "dt",
        "em", "fieldset", "g", "img", "input", "label", "legend", "li", "ol", "option", "p", "path", "rect", "select",
        "span", "strong", "summary", "svg", "table", "tbody", "td", "text", "textarea", "th", "thead", "title", "tr",
        "ul",
    ]
    private static let attributeNames: Set = [
        "alt", "aria-describedby", "aria-disabled", "aria-hidden", "aria-label", "aria-labelledby", "aria-level",
        "aria-valuemax", "aria-valuemin", "aria-valuenow", "autofocus", "checked", "class", "cx", "cy", "d",
        "data-action", "data-copy", "data-error", "data-error-for", "data-input", "data-inputs", "data-multiple",
        "data-payload",
        "data-regex", "data-required", "data-value-off", "data-verb", "decoding", "dir", "disabled", "dy", "for",
        "height", "hidden",
        "href", "id", "lang", "loading", "max", "maxlength", "min", "name", "overflow", "pathLength", "placeholder",
        "preserveAspectRatio", "r", "rel", "required", "role", "rows", "rx", "scope", "selected", "src", "start",
        "tabindex",
        "stroke-dasharray", "stroke-linecap", "stroke-width", "target", "title", "transform", "type", "value",
        "viewBox", "width", "x", "y",
    ]

    private var open: [String] = []
    private var rest: Substring

    init(_ html: String) {
        rest = html[...]
        while let bracket = rest.firstIndex(of: "<") {
            checkText(rest[..<bracket])
            rest = rest[rest.index(after: bracket)...]
            if rest.first == "/" { readEnd() } else { readStart() }
        }
        checkText(rest)
        if !open.isEmpty { mistakes.append("not closed: \(open)") }
    }

    /// Returns the classes without a rule, and the rules without a use.
    func unmatched(_ rules: [StyleRule]) -> Set<String> {
        let free = classes.filter { name in name.contains { $0.isNumber } }
        let ruled = Set(rules.map(\.className))
        return free.subtracting(ruled).union(ruled.subtracting(classes))
    }

    private mutating func checkText(_ text: Substring) {
        if text.contains(">") || text.contains("\"") || text.contains("'") {
            mistakes.append("not escaped: \(text.prefix(60))")
        }
        if text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" && $0 != "\t" && $0 != "\r" }) {
            mistakes.append("a control character in \(text.prefix(60))")
        }
    }

    private mutating func readEnd() {
        let name = String(rest.dropFirst().prefix { $0 != ">" })
        rest = rest.dropFirst(name.count + 2)
        if open.popLast() != name { mistakes.append("\(name) is closed where it was not opened") }
    }

    private mutating func readStart() {
        let name = String(rest.prefix { $0.isLetter })
        rest = rest.dropFirst(name.count)
        tags.append(name)
        if !Self.tagNames.contains(name) { mistakes.append("a tag \(name)") }
        if ["a", "button"].contains(name), open.contains("a") || open.contains("button") {
            mistakes.append("\(name) stands in something that can be pressed")
        }
        while rest.first == " " { readAttribute() }
        if rest.first != ">" { mistakes.append("a tag that does not end: \(rest.prefix(40))") }
        rest = rest.dropFirst()
        if !Self.void.contains(name) { open.append(name) }
    }

    private mutating func readAttribute() {
        rest = rest.dropFirst()
        let name = String(rest.prefix { $0.isLetter || $0 == "-" })
        rest = rest.dropFirst(name.count)
        if !Self.attributeNames.contains(name) { mistakes.append("an attribute \(name)") }
        guard rest.first == "=" else { return }
        rest = rest.dropFirst()
        guard rest.first == "\"" else { return mistakes.append("\(name) is not quoted") }
        let value = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest.dropFirst(value.count + 2)
        if value.contains("<") || value.contains(">") { mistakes.append("\(name) is not escaped") }
        if name == "id" { ids.append(String(value)) }
        if name == "class" { classes.formUnion(value.split(separator: " ").map(String.init)) }
        if name == "href" || name == "src", !value.hasPrefix("/"), !value.hasPrefix("https://") {
            mistakes.append("\(name) leads to \(value.prefix(40))")
        }
    }
}
