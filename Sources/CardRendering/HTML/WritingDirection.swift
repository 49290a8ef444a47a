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
