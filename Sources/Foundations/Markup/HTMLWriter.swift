package import JSON

/// Writes HTML in which only literals of this program are markup; all other text is escaped.
///
/// Control characters that HTML does not allow are left out, and in content also the characters that change the
/// direction of the following text (``WritingDirection/isFormatting(_:)``). An attribute that a screen reader speaks
/// has no direction marks either (``WritingDirection/isMark(_:)``): they matter only in a layout.
package struct HTMLWriter: Sendable {
    @usableFromInline var output: [UInt8] = []

    /// The HTML written so far, in UTF-8.
    @inlinable package var bytes: [UInt8] { output }

    /// The bytes below 64 that must be escaped or left out, as a set of bits.
    private static let special: UInt64 = {
        let controls: UInt64 = 0xFFFF_FFFF & ~(1 << 0x09 | 1 << 0x0A | 1 << 0x0D)
        return controls | 1 << 0x22 | 1 << 0x26 | 1 << 0x27 | 1 << 0x3C | 1 << 0x3E
    }()

    package init() { output.reserveCapacity(4_096) }

    @inlinable
    package mutating func markup(_ markup: StaticString) {
        output.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    package mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { escape($0, keepsFormatting: false) }
    }

    package mutating func write(_ opening: StaticString, _ text: String, _ closing: StaticString) {
        markup(opening)
        self.text(text)
        markup(closing)
    }

    /// Writes text in UTF-8, in content or within a quoted attribute.
    package mutating func text(_ utf8: ArraySlice<UInt8>) {
        utf8.withUnsafeBufferPointer { escape($0, keepsFormatting: false) }
    }

    /// Writes a value that programs read or that a person edits, with all of its characters.
    package mutating func value(_ text: String) {
        var text = text
        text.withUTF8 { escape($0, keepsFormatting: true) }
    }

    package mutating func number(_ number: Int) { output.append(contentsOf: String(number).utf8) }

    /// Writes an attribute with its value in quotation marks.
    package mutating func attribute(_ name: StaticString, _ value: String) {
        begin(name)
        if Self.isSpoken(name) {
            text(WritingDirection.withoutMarks(value))
        } else {
            self.value(value)
        }
        markup("\"")
    }

    /// Returns `true` if the value of an attribute is text for people rather than for programs.
    private static func isSpoken(_ name: StaticString) -> Bool {
        // The first letter excludes most attributes.
        guard "apt".utf8.contains(name.utf8Start.pointee) else { return false }
        return switch name.description {
        case "aria-label", "aria-valuetext", "aria-description", "aria-roledescription", "alt", "title", "placeholder":
            true
        default: false
        }
    }

    /// Writes an attribute whose value is JSON, with sorted names.
    package mutating func attribute(_ name: StaticString, _ value: JSONValue) {
        begin(name)
        value.jsonBytes(sortsNames: true).withUnsafeBufferPointer { escape($0, keepsFormatting: true) }
        markup("\"")
    }

    private mutating func begin(_ name: StaticString) {
        markup(" ")
        markup(name)
        markup("=\"")
    }

    private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>, keepsFormatting: Bool) {
        let special = Self.special
        var start = 0
        for index in 0..<utf8.count {
            let byte = utf8[index]
            if byte == 0xE2, !keepsFormatting, index + 2 < utf8.count,
                WritingDirection.isFormatting(afterE2: utf8[index + 1], utf8[index + 2])
            {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                start = index + 3
                continue
            }
            guard byte < 64 ? special >> UInt64(byte) & 1 == 1 : byte == 0x7F else { continue }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
            start = index + 1
            switch byte {
            case UInt8(ascii: "&"): markup("&amp;")
            case UInt8(ascii: "<"): markup("&lt;")
            case UInt8(ascii: ">"): markup("&gt;")
            case UInt8(ascii: "\""): markup("&quot;")
            case UInt8(ascii: "'"): markup("&#39;")
            default: break
            }
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
}

extension HTMLWriter {
    /// Begins a list with the number of its first item, or one of bullets.
    package mutating func beginList(from start: Int?) {
        guard let start else { return markup("<ul>") }
        markup("<ol start=\"")
        number(start)
        markup("\">")
    }

    /// Ends a list that began with a number, or with `nil`.
    package mutating func endList(from start: Int?) { markup(start == nil ? "</ul>" : "</ol>") }

    /// Begins emphasized text.
    package mutating func begin(_ emphasis: InlineText.Emphasis) { tag("<", emphasis) }

    /// Ends emphasized text.
    package mutating func end(_ emphasis: InlineText.Emphasis) { tag("</", emphasis) }

    private mutating func tag(_ start: StaticString, _ emphasis: InlineText.Emphasis) {
        markup(start)
        switch emphasis {
        case .bold: markup("strong>")
        case .italic: markup("em>")
        case .strikethrough: markup("del>")
        case .code: markup("code>")
        }
    }

    /// Writes the attributes of a link's target, which opens a new window if it is another site.
    package mutating func target(_ href: String, opensNewWindow: Bool) {
        attribute("href", href)
        if opensNewWindow { markup(" target=\"_blank\" rel=\"noopener noreferrer\"") }
    }
}
