/// Extracts the text of a body, for searching and for the terminal.
struct BodyTextWriter {
    /// Approximate largest size of the text, in bytes.
    static let limit = 256 * 1024

    private var lines: [String] = []
    private var line = ""
    private var wantsBlank = false
    private var size = 0
    private var lists: [(number: Int?, items: Int)] = []
    private var quoteDepth = 0
    /// For each open table, `true` if its cells hold data and are separated by bars.
    private var tables: [Bool] = []
    /// Addresses of links whose text is not the address, in the order of their numbers.
    private var addresses: [String] = []
    private var numbers: [String: Int] = [:]
    private var namesAddresses = true

    /// Largest number of addresses listed at the end.
    static let addressLimit = 200

    /// Extracts the text, with a line for each block and empty lines between paragraphs; the address of a link is
    /// listed once at the end, with the number that follows its text, unless that is the address or `namesAddresses` is
    /// `false`.
    static func text(of nodes: [SafeNode], namesAddresses: Bool = true) -> String {
        var writer = BodyTextWriter()
        writer.namesAddresses = namesAddresses
        writer.write(nodes, keepsBlanks: false)
        writer.endLine()
        writer.writeAddresses()
        return writer.lines.joined(separator: "\n")
    }

    private mutating func write(_ nodes: [SafeNode], keepsBlanks: Bool) {
        for node in nodes where size < Self.limit {
            switch node {
            case .text(let text): add(text, keepsBlanks: keepsBlanks)
            case .image(_, let alt, _): if !alt.isEmpty { add("[\(alt)]", keepsBlanks: false) }
            case .element(.a, let attributes, let content):
                writeLink(attributes.first { $0.name == "href" }?.value, content, keepsBlanks: keepsBlanks)
            case .element(let element, _, let content): write(element, content, keepsBlanks: keepsBlanks)
            }
        }
    }

    private mutating func write(_ element: SafeElement, _ content: [SafeNode], keepsBlanks: Bool) {
        switch element {
        case .br: return endLine(keepsEmpty: true)
        case .td, .th: beginCell()
        case .li: beginItem()
        case .hr:
            endLine()
            line = Self.rule
        default: if element.breaksLine { beginBlock(element) }
        }
        if element == .table { tables.append(Self.hasHeader(content)) }
        if element == .blockquote { quoteDepth += 1 }
        defer {
            if element == .table { tables.removeLast() }
            if element == .blockquote { quoteDepth -= 1 }
        }
        if element == .ul || element == .ol { lists.append((element == .ol ? 0 : nil, 0)) }
        write(content, keepsBlanks: keepsBlanks || element == .pre)
        if element == .ul || element == .ol { lists.removeLast() }
        if element.breaksLine {
            endLine()
            if element.breaksParagraph { wantsBlank = true }
        }
    }

    private static let rule = String(repeating: "─", count: 20)

    private mutating func beginCell() {
        guard !line.isEmpty else { return }
        while line.last == " " { line.removeLast() }
        line += tables.last ?? false ? " │ " : "  "
    }

    /// Returns `true` if a table has a header cell, which shows that it holds data and does not only arrange the page.
    private static func hasHeader(_ content: [SafeNode]) -> Bool {
        content.contains { node in
            guard case .element(let element, _, let inner) = node else { return false }
            return switch element {
            case .th: true
            case .thead, .tbody, .tr: hasHeader(inner)
            default: false
            }
        }
    }

    private mutating func writeLink(_ address: String?, _ content: [SafeNode], keepsBlanks: Bool) {
        let start = (lines.count, line.utf8.count)
        write(content, keepsBlanks: keepsBlanks)
        guard namesAddresses, let address, !names(address, since: start) else { return }
        guard let number = numbers[address] ?? (addresses.count < Self.addressLimit ? addresses.count + 1 : nil)
        else { return }
        if numbers[address] == nil {
            numbers[address] = number
            addresses.append(address)
        }
        while line.last == " " { line.removeLast() }
        line += line.isEmpty ? "[\(number)]" : " [\(number)]"
    }

    /// Returns `true` if the text of a link, written since `start`, is its address; only that part of the line is
    /// copied.
    private func names(_ address: String, since start: (lines: Int, bytes: Int)) -> Bool {
        let count = line.utf8.count - start.bytes
        guard lines.count == start.lines, (0...address.utf8.count + 2).contains(count) else { return false }
        let text = line[line.utf8.index(line.startIndex, offsetBy: start.bytes)...].trimmed
        return text == address || "mailto:\(text)" == address || "tel:\(text)" == address
    }

    private mutating func writeAddresses() {
        guard !addresses.isEmpty else { return }
        lines.append("")
        for (index, address) in addresses.enumerated() { lines.append("[\(index + 1)] \(address)") }
    }

    private mutating func beginBlock(_ element: SafeElement) {
        endLine()
        if element.breaksParagraph { wantsBlank = true }
    }

    private mutating func beginItem() {
        endLine()
        guard let list = lists.last else { return }
        if let number = list.number {
            lists[lists.count - 1].number = number + 1
            line = "\(number + 1). "
        } else {
            line = "• "
        }
    }

    private mutating func add(_ text: String, keepsBlanks: Bool) {
        guard keepsBlanks else {
            for character in text {
                if character.isWhitespace || character.isNewline {
                    if !line.isEmpty, line.last != " " { line.append(" ") }
                } else {
                    line.append(character)
                }
            }
            return
        }
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index > 0 { endLine(keepsEmpty: true) }
            line += part
        }
    }

    private mutating func endLine(keepsEmpty: Bool = false) {
        while line.last == " " { line.removeLast() }
        defer { line = "" }
        guard !line.isEmpty || keepsEmpty else { return }
        let quote = String(repeating: "> ", count: min(quoteDepth, 8))
        if wantsBlank, !(lines.last?.isEmpty ?? true) {
            size += 1
            lines.append("")
        }
        wantsBlank = false
        if line.isEmpty, lines.last?.isEmpty ?? true { return }
        size += line.utf8.count + quote.utf8.count + 1
        lines.append(quote + line)
    }
}
