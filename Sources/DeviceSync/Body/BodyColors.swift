/// Finds out whether whoever wrote a body chose colours, and so thought of a white page.
enum BodyColors {
    private static let properties: Set<String> = ["color", "background", "background-color"]

    /// Whether any element has a colour or a background of its own.
    static func areChosen(in nodes: [SafeNode]) -> Bool {
        nodes.contains { node in
            switch node {
            case .text: false
            case .image(_, _, let attributes): attributes.contains(where: isColor)
            case .element(_, let attributes, let content):
                attributes.contains(where: isColor) || areChosen(in: content)
            }
        }
    }

    private static func isColor(_ attribute: SafeAttribute) -> Bool {
        switch attribute.name {
        case "bgcolor", "color": true
        case "style":
            attribute.value.split(separator: ";").contains { declaration in
                properties.contains(AttributeRule.trimmed(String(declaration.prefix { $0 != ":" })).lowercased())
            }
        default: false
        }
    }
}
