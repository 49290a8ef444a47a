import Markup

/// Makes untrusted text safe for a terminal.
package enum TerminalText {
    /// Maximum number of scalars in one character; no script needs more combining marks.
    private static let scalarLimit = 12

    /// Removes control characters, including those that start escape sequences, and characters that change the writing
    /// direction.
    ///
    /// A tab or a line end becomes a space.
    package static func safe(_ text: String) -> String {
        var result = ""
        for character in text {
            if let ascii = character.asciiValue, ascii >= 0x20, ascii != 0x7F {
                result.append(character)
                continue
            }
            for scalar in character.unicodeScalars.prefix(scalarLimit) {
                switch scalar.value {
                case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: result.append(" ")
                case _ where WritingDirection.isFormatting(scalar): continue
                case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: continue
                default: result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    /// Sanitizes each line of a text and keeps the line feeds.
    package static func safeLines(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { safe(String($0)) }
            .joined(separator: "\n")
    }
}

/// The width of characters in cells of a terminal.
package enum DisplayWidth {
    /// Returns the width of a character: 0, 1 or 2 cells.
    package static func cells(of character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii >= 0x20 && ascii != 0x7F ? 1 : 0 }
        var result = 0
        for scalar in character.unicodeScalars {
            // The emoji variation selector turns a narrow symbol into an emoji.
            if scalar.value == 0xFE0F, result == 1 { return 2 }
            result = max(result, cells(of: scalar))
        }
        return result
    }

    /// Returns the width of a text in cells.
    package static func cells(of text: String) -> Int { text.reduce(0) { $0 + cells(of: $1) } }

    private static func cells(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20...0x7E, 0xA0...0x2FF: return scalar.value == 0xAD ? 0 : 1
        case 0x1160...0x11FF, 0x200B...0x200F, 0xFE00...0xFE0F, 0xE0000...0xE0FFF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F1E6...0x1F1FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            return 2
        default: break
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return scalar.properties.isEmojiPresentation ? 2 : 1
        }
    }
}
