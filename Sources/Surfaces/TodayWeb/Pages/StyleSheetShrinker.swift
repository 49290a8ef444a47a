/// Minifies a style sheet: removes comments, line breaks, indentation, and zeros before a decimal point.
///
/// It recognizes strings, but no other syntax: unquoted URLs in `url()` must not contain `/*` or white space.
enum StyleSheetShrinker {
    /// Minifies a style sheet in UTF-8.
    ///
    /// White space that may be significant, as between two selectors or around the operators of `calc()`, becomes one
    /// space.
    static func shrink(_ sheet: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(sheet.count)
        /// `true` if white space or a comment was skipped, and no space has been written for it yet.
        var isAfterSpace = false
        var index = sheet.startIndex
        while index < sheet.endIndex {
            let byte = sheet[index]
            if isSpace(byte) {
                isAfterSpace = true
                index += 1
            } else if let end = endOfComment(in: sheet, at: index) {
                isAfterSpace = true
                index = end
            } else {
                if isAfterSpace, let last = result.last, !swallowsSpaceAfter(last), !swallowsSpaceBefore(byte) {
                    result.append(UInt8(ascii: " "))
                }
                isAfterSpace = false
                if byte == UInt8(ascii: "}"), result.last == UInt8(ascii: ";") { result.removeLast() }
                if isLeadingZero(in: sheet, at: index), let last = result.last, " (,:/".utf8.contains(last) {
                    index += 1
                    continue
                }
                let end = endOfString(in: sheet, at: index) ?? index + 1
                result += sheet[index..<end]
                index = end
            }
        }
        return result
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
            || byte == UInt8(ascii: "\r")
    }

    /// The colon is included here but not in `swallowsSpaceBefore`: `a :hover` is another selector than `a:hover`.
    private static func swallowsSpaceAfter(_ byte: UInt8) -> Bool {
        "{};,:>(/".utf8.contains(byte)
    }

    private static func swallowsSpaceBefore(_ byte: UInt8) -> Bool {
        "{};,>)!/".utf8.contains(byte)
    }

    /// Returns `true` if there is a zero before a decimal point and a digit, as in `0.5`.
    private static func isLeadingZero(in sheet: [UInt8], at index: Int) -> Bool {
        guard sheet[index] == UInt8(ascii: "0"), index + 2 < sheet.endIndex else { return false }
        return sheet[index + 1] == UInt8(ascii: ".") && "0123456789".utf8.contains(sheet[index + 2])
    }

    private static func endOfComment(in sheet: [UInt8], at start: Int) -> Int? {
        guard sheet[start...].starts(with: "/*".utf8) else { return nil }
        var index = start + 2
        while index + 1 < sheet.endIndex {
            if sheet[index] == UInt8(ascii: "*"), sheet[index + 1] == UInt8(ascii: "/") { return index + 2 }
            index += 1
        }
        return sheet.endIndex
    }

    private static func endOfString(in sheet: [UInt8], at start: Int) -> Int? {
        let quote = sheet[start]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        var index = start + 1
        while index < sheet.endIndex, sheet[index] != quote {
            index += sheet[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + 1, sheet.endIndex)
    }
}
