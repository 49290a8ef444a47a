package import JSON

/// Writes HTML: markup comes from literals of this program alone, everything else is escaped.
///
/// Control characters, which HTML does not have, are left out.
package struct HTMLWriter {
    /// What was written, in UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// The bytes from 0 to 63 that are not written as they are.
    private static let special: UInt64 = {
        let controls: UInt64 = 0xFFFF_FFFF & ~(1 << 0x09 | 1 << 0x0A | 1 << 0x0D)
        return controls | 1 << 0x22 | 1 << 0x26 | 1 << 0x27 | 1 << 0x3C | 1 << 0x3E
    }()

    /// Makes an empty writer.
    package init() { bytes.reserveCapacity(4_096) }

    /// Writes markup.
    package mutating func markup(_ markup: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount))
    }

    /// Writes text, in content or within a quoted attribute.
    package mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { escape($0) }
    }

    /// Writes text in UTF-8, in content or within a quoted attribute.
    package mutating func text(_ utf8: ArraySlice<UInt8>) { utf8.withUnsafeBufferPointer { escape($0) } }

    /// Writes a number.
    package mutating func number(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

    /// Writes an attribute with its value in quotation marks.
    package mutating func attribute(_ name: StaticString, _ value: String) {
        begin(name)
        text(value)
        markup("\"")
    }

    /// Writes an attribute whose value is JSON, with sorted names.
    package mutating func attribute(_ name: StaticString, _ value: JSONValue) {
        begin(name)
        text(value.jsonBytes(sortsNames: true)[...])
        markup("\"")
    }

    /// Writes the class of a rule, within a class attribute.
    package mutating func className(of rule: StyleRule) {
        markup(" ")
        text(rule.className)
    }

    private mutating func begin(_ name: StaticString) {
        markup(" ")
        markup(name)
        markup("=\"")
    }

    private mutating func escape(_ utf8: UnsafeBufferPointer<UInt8>) {
        let special = Self.special
        var start = 0
        for index in 0..<utf8.count {
            let byte = utf8[index]
            guard byte < 64 ? special >> UInt64(byte) & 1 == 1 : byte == 0x7F else { continue }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
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
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }
}

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

/// In which direction a text is read.
package enum WritingDirection {
    /// Whether a text has a letter of a script that is read from right to left, such as Arabic and Hebrew.
    ///
    /// Such a text is written with `dir="auto"`, by which the browser finds out which direction it has; every other
    /// text is read from left to right anyway. It is true of a few other letters too, with which `auto` changes nothing.
    package static func mayBeRightToLeft(_ text: String) -> Bool { mayBeRightToLeft(text.utf8) }

    /// Whether a text in UTF-8 has a letter of a script that is read from right to left.
    static func mayBeRightToLeft(_ text: some Sequence<UInt8>) -> Bool {
        var last: UInt8 = 0
        for byte in text {
            switch (last, byte) {
            // U+0580 to U+07FF, and U+0800 to U+08FF.
            case (_, 0xD6...0xDF), (0xE0, 0xA0...0xA3): return true
            // The presentation forms, U+FB00 to U+FDFF and U+FE40 to U+FEFF.
            case (0xEF, 0xAC...0xB7), (0xEF, 0xB9...0xBB): return true
            // U+10000 to U+10FFF, and U+1E000 to U+1EFFF.
            case (0xF0, 0x90), (0xF0, 0x9E): return true
            default: last = byte
            }
        }
        return false
    }
}
