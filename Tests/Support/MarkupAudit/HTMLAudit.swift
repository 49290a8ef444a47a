/// Parses markup strictly, and finds everything that the text of a stranger must not be able to produce.
///
/// It reads bytes, as browsers do: a combining mark after a bracket does not hide the bracket.
package struct HTMLAudit {
    /// The mistakes in the markup.
    package private(set) var mistakes: [String] = []
    package private(set) var ids: [String] = []
    package private(set) var classes: Set<String> = []
    /// The names of all tags, in order.
    package private(set) var tags: [String] = []

    private let rules: MarkupRules
    private var open: [String] = []
    private var rest: ArraySlice<UInt8>

    /// Parses markup that may have what the rules allow.
    package init(_ html: String, rules: MarkupRules = .card) { self.init(Array(html.utf8), rules: rules) }

    /// Parses markup in UTF-8.
    package init(_ html: [UInt8], rules: MarkupRules) {
        self.rules = rules
        rest = html[...]
        while let bracket = rest.firstIndex(of: UInt8(ascii: "<")) {
            checkText(rest[..<bracket])
            rest = rest[(bracket + 1)...]
            if rest.first == UInt8(ascii: "/") { readEnd() } else { readStart() }
        }
        checkText(rest)
        if !open.isEmpty { mistakes.append("not closed: \(open)") }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private mutating func checkText(_ text: ArraySlice<UInt8>) {
        if text.contains(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }) {
            mistakes.append("not escaped: \(Self.text(text.prefix(60)))")
        }
        if text.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }) {
            mistakes.append("a control character in \(Self.text(text.prefix(60)))")
        }
    }

    private mutating func readEnd() {
        let name = rest.dropFirst().prefix { $0 != UInt8(ascii: ">") }
        rest = rest.dropFirst(name.count + 2)
        if open.popLast() != Self.text(name) {
            mistakes.append("\(Self.text(name)) is closed where it was not opened")
        }
    }

    private mutating func readStart() {
        let bytes = rest.prefix { Self.isLetter($0) || (0x30...0x39).contains($0) }
        rest = rest.dropFirst(bytes.count)
        let name = Self.text(bytes)
        tags.append(name)
        if !rules.tags.contains(name) { mistakes.append("a tag \(name)") }
        if !rules.nestsLinks, ["a", "button"].contains(name), open.contains("a") || open.contains("button") {
            mistakes.append("\(name) stands in something that can be pressed")
        }
        while rest.first == UInt8(ascii: " ") { readAttribute() }
        if rest.first != UInt8(ascii: ">") {
            mistakes.append("a tag that does not end: \(Self.text(rest.prefix(40)))")
        }
        rest = rest.dropFirst()
        if !rules.void.contains(name) { open.append(name) }
    }

    private mutating func readAttribute() {
        rest = rest.dropFirst()
        let bytes = rest.prefix { Self.isLetter($0) || $0 == UInt8(ascii: "-") }
        rest = rest.dropFirst(bytes.count)
        let name = Self.text(bytes)
        if !rules.attributes.contains(name) { mistakes.append("an attribute \(name)") }
        guard rest.first == UInt8(ascii: "=") else { return }
        rest = rest.dropFirst()
        guard rest.first == UInt8(ascii: "\"") else { return mistakes.append("\(name) is not quoted") }
        let quoted = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        rest = rest.dropFirst(quoted.count + 2)
        if quoted.contains(UInt8(ascii: "<")) || quoted.contains(UInt8(ascii: ">")) {
            mistakes.append("\(name) is not escaped")
        }
        switch name {
        case "id": ids.append(Self.text(quoted))
        case "class": classes.formUnion(Self.text(quoted).split(separator: " ").map(String.init))
        case "srcset":
            for image in Self.text(quoted).split(separator: ",") where !image.drop(while: \.isWhitespace).hasPrefix("/")
            {
                mistakes.append("srcset leads to \(image.prefix(40))")
            }
        case "fill":
            if !Self.text(quoted).hasPrefix("url(#") { mistakes.append("fill is \(Self.text(quoted.prefix(40)))") }
        case "href", "src":
            let address = Self.text(quoted)
            guard !rules.addresses.contains(where: address.lowercased().hasPrefix) else { return }
            mistakes.append("\(name) leads to \(address.prefix(40))")
        default: break
        }
    }
}
