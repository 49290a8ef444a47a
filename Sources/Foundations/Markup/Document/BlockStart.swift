/// The kind of block that a line of Markdown begins; `nil` for a line of text.
enum BlockStart {
    /// The fence before a block of code.
    struct Fence {
        var mark: UInt8
        var length: Int
        var indent: Int

        func isClosed(by line: SourceLine) -> Bool {
            let content = line.content
            return line.indent < 4 && content.count >= length && content.allSatisfy { $0 == mark }
        }
    }

    /// The marker of a list item.
    struct Marker {
        /// The bullet, or the character after the number.
        var sign: UInt8
        /// The number, or `nil` for a bullet.
        var number: Int?
        /// The offset of the item's content in the line.
        var contentOffset: Int
        /// `true` if nothing follows the marker.
        var isEmpty: Bool

        func isSameKind(as other: Marker) -> Bool { sign == other.sign && (number == nil) == (other.number == nil) }
    }

    case heading(Int, ArraySlice<UInt8>)
    case rule
    case fence(Fence)
    case quote
    case item(Marker)

    init?(_ line: SourceLine) {
        let indent = line.indent
        guard indent < 4 else { return nil }
        let text = line.bytes.dropFirst(indent)
        guard let first = text.first else { return nil }
        switch first {
        case UInt8(ascii: "#"): self.init(heading: text)
        case UInt8(ascii: "`"), UInt8(ascii: "~"): self.init(fence: text, indent: indent)
        case UInt8(ascii: ">"): self = .quote
        case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"):
            if Self.isRule(text) { self = .rule } else { self.init(bullet: text, indent: indent) }
        case 0x30...0x39: self.init(number: text, indent: indent)
        default: return nil
        }
    }

    /// `true` if it ends a paragraph without a blank line before it.
    var interruptsParagraph: Bool {
        switch self {
        case .heading, .rule, .fence, .quote: true
        case .item(let marker): !marker.isEmpty && marker.number ?? 1 == 1
        }
    }

    private init?(heading text: ArraySlice<UInt8>) {
        let marks = text.prefix { $0 == UInt8(ascii: "#") }
        var content = text[marks.endIndex...]
        guard marks.count <= 6, content.isEmpty || content.first == 0x20 || content.first == 0x09 else { return nil }
        content = content.trimmed
        let closing = content.reversed().prefix { $0 == UInt8(ascii: "#") }.count
        let rest = content.dropLast(closing)
        if closing > 0, rest.isEmpty || rest.last == 0x20 || rest.last == 0x09 { content = rest.trimmed }
        self = .heading(marks.count, content)
    }

    private init?(fence text: ArraySlice<UInt8>, indent: Int) {
        guard let mark = text.first else { return nil }
        let length = text.prefix { $0 == mark }.count
        guard length >= 3, mark == UInt8(ascii: "~") || !text.dropFirst(length).contains(mark) else { return nil }
        self = .fence(Fence(mark: mark, length: length, indent: indent))
    }

    private init?(bullet text: ArraySlice<UInt8>, indent: Int) {
        guard let sign = text.first, sign != UInt8(ascii: "_") else { return nil }
        self.init(sign, nil, after: text.dropFirst(), offset: indent + 1)
    }

    private init?(number text: ArraySlice<UInt8>, indent: Int) {
        let digits = text.prefix { (0x30...0x39).contains($0) }
        guard digits.count <= 9, let sign = text[digits.endIndex...].first,
            sign == UInt8(ascii: ".") || sign == UInt8(ascii: ")")
        else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        self.init(sign, number, after: text[(digits.endIndex + 1)...], offset: indent + digits.count + 1)
    }

    private init?(_ sign: UInt8, _ number: Int?, after rest: ArraySlice<UInt8>, offset: Int) {
        guard let next = rest.first else {
            self = .item(Marker(sign: sign, number: number, contentOffset: offset, isEmpty: true))
            return
        }
        guard next == 0x20 || next == 0x09 else { return nil }
        let spaces = rest.prefix { $0 == 0x20 || $0 == 0x09 }.count
        let isEmpty = spaces == rest.count
        // More than four spaces are part of code in the item.
        let width = isEmpty || spaces > 4 ? 1 : spaces
        self = .item(Marker(sign: sign, number: number, contentOffset: offset + width, isEmpty: isEmpty))
    }

    private static func isRule(_ text: ArraySlice<UInt8>) -> Bool {
        guard let mark = text.first, mark != UInt8(ascii: "+") else { return false }
        var count = 0
        for byte in text {
            if byte == mark { count += 1 } else if byte != 0x20, byte != 0x09 { return false }
        }
        return count >= 3
    }
}
