/// Determines whether a text needs `dir="auto"`, and which of its characters would change the direction of other texts.
package enum WritingDirection {
    /// Returns `true` for the characters that begin or end an embedding, an override or an isolate (UAX #9, section 2),
    /// which without its end changes the direction of the text after it: another name, a date, a button.
    package static func isFormatting(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// Returns `true` for the invisible characters that have only a direction (UAX #9, section 2.6).
    package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{200E}" || scalar == "\u{200F}" || scalar == "\u{061C}"
    }

    /// Returns the result of ``isFormatting(_:)`` for a character of three bytes in UTF-8 that begins with E2.
    static func isFormatting(afterE2 second: UInt8, _ third: UInt8) -> Bool {
        second == 0x80 && (0xAA...0xAE).contains(third) || second == 0x81 && (0xA6...0xA9).contains(third)
    }

    /// Returns a text without the characters of ``isFormatting(_:)``.
    package static func withoutFormatting(_ text: String) -> String { text.without(isFormatting) }

    /// Returns a text without the characters of ``isFormatting(_:)`` and ``isMark(_:)``.
    static func withoutMarks(_ text: String) -> String { text.without { isFormatting($0) || isMark($0) } }

    /// Returns `true` if a text has a letter of a script that is written from right to left, such as Arabic or Hebrew,
    /// so that it needs `dir="auto"`, and for a few letters of other scripts, for which `auto` changes nothing.
    package static func mayBeRightToLeft(_ text: String) -> Bool { mayBeRightToLeft(text.utf8) }

    /// Returns `true` if a text in UTF-8 has a letter of a script that is written from right to left.
    @inlinable
    package static func mayBeRightToLeft(_ text: some Sequence<UInt8>) -> Bool {
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

extension String {
    /// Returns the text without some characters; most texts have none of them, and are not copied.
    fileprivate func without(_ isUnwanted: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: isUnwanted) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !isUnwanted($0) }))
    }
}
