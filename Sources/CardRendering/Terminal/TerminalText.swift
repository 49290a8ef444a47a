/// Makes text that others wrote safe for a terminal.
package enum TerminalText {
    /// How many scalars of one character are kept; more marks on one letter than any script has only smear the screen.
    private static let scalarLimit = 12

    /// Takes out control characters, escape sequences' beginnings and whatever changes the direction of text.
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
                case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF,
                    0xFFF9...0xFFFB:
                    continue
                default: result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    /// Makes each line of a text safe and keeps the line feeds between them.
    package static func safeLines(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { safe(String($0)) }
            .joined(separator: "\n")
    }
}
