/// Reads and writes Apple's old-style strings files: `"key" = "value";`, with comments.
///
/// Text is UTF-8, or UTF-16 with a byte order mark. Keys without quotes may hold letters, digits and `._-$/:`.
package struct StringsFile {
    /// A mistake in a strings file.
    package struct Failure: Error, Hashable {
        /// The line, counted from one.
        package var line: Int
        /// The mistake, in one sentence.
        package var message: String
    }

    private var scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1

    /// Parses the pairs of a file; the last of several equal keys counts.
    package static func parse(_ bytes: [UInt8]) throws(Failure) -> [String: String] {
        guard let text = decode(bytes) else {
            throw Failure(line: 1, message: "It is neither UTF-8 nor UTF-16 with a byte order mark.")
        }
        var file = StringsFile(scalars: Array(text.unicodeScalars))
        return try file.pairs()
    }

    /// Returns the text of a file with these pairs, sorted by their keys.
    package static func text(_ pairs: [String: String]) -> String {
        func quoted(_ text: String) -> String {
            let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\"\(escaped.replacing("\r", with: "\\r").replacing("\n", with: "\\n"))\""
        }
        return pairs.sorted { $0.key < $1.key }.map { "\(quoted($0.key)) = \(quoted($0.value));\n" }.joined()
    }

    private static func decode(_ bytes: [UInt8]) -> String? {
        let littleEndian = bytes.starts(with: [0xFF, 0xFE])
        guard littleEndian || bytes.starts(with: [0xFE, 0xFF]) else {
            return String(validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...], as: UTF8.self)
        }
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: 2, to: bytes.count, by: 2).map { place in
            let (low, high) = littleEndian ? (place, place + 1) : (place + 1, place)
            return UInt16(bytes[low]) | UInt16(bytes[high]) << 8
        }
        return String(validating: units, as: UTF16.self)
    }

    private mutating func pairs() throws(Failure) -> [String: String] {
        var pairs: [String: String] = [:]
        while true {
            try skipBlanks()
            guard index < scalars.count else { return pairs }
            let key = try word()
            try skipBlanks()
            var value = key
            if peek == "=" {
                index += 1
                try skipBlanks()
                value = try word()
                try skipBlanks()
            }
            guard peek == ";" else { throw failure("A semicolon is missing after the value.") }
            index += 1
            pairs[key] = value
        }
    }

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private func failure(_ message: String) -> Failure { Failure(line: line, message: message) }

    private mutating func skipBlanks() throws(Failure) {
        while let scalar = peek {
            if scalar == "\n" { line += 1 }
            if scalar.properties.isWhitespace {
                index += 1
            } else if scalar == "/", index + 1 < scalars.count, scalars[index + 1] == "/" {
                while let scalar = peek, scalar != "\n" { index += 1 }
            } else if scalar == "/", index + 1 < scalars.count, scalars[index + 1] == "*" {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(Failure) {
        let start = line
        index += 2
        while let scalar = peek {
            index += 1
            if scalar == "\n" { line += 1 }
            if scalar == "*", peek == "/" {
                index += 1
                return
            }
        }
        throw Failure(line: start, message: "A comment does not end.")
    }

    private mutating func word() throws(Failure) -> String {
        guard let first = peek else { throw failure("A value is missing.") }
        if first == "\"" || first == "'" { return try quoted(first) }
        var word = String.UnicodeScalarView()
        while let scalar = peek,
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "._-$/:".unicodeScalars.contains(scalar)
        {
            word.append(scalar)
            index += 1
        }
        guard !word.isEmpty else { throw failure("A key or value was expected, not \(first).") }
        return String(word)
    }

    private mutating func quoted(_ quote: Unicode.Scalar) throws(Failure) -> String {
        let start = line
        index += 1
        var text: [UInt16] = []
        while let scalar = peek {
            index += 1
            if scalar == quote { return String(decoding: text, as: UTF16.self) }
            if scalar == "\n" { line += 1 }
            if scalar == "\\" {
                text.append(contentsOf: try escaped())
            } else {
                text.append(contentsOf: UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter)
            }
        }
        throw Failure(line: start, message: "A quotation mark is missing.")
    }

    /// Reads an escape sequence as a UTF-16 code unit, two of which can make one character.
    private mutating func escaped() throws(Failure) -> [UInt16] {
        guard let scalar = peek else { throw failure("A quotation mark is missing.") }
        index += 1
        switch scalar {
        case "n": return [0x0A]
        case "r": return [0x0D]
        case "t": return [0x09]
        case "U", "u":
            let digits = scalars[index...].prefix(4).prefix { $0.properties.isASCIIHexDigit }
            guard digits.count == 4, let unit = UInt16(String(String.UnicodeScalarView(digits)), radix: 16) else {
                throw failure("\\\(scalar) needs four hexadecimal digits.")
            }
            index += 4
            return [unit]
        default:
            if scalar == "\n" { line += 1 }
            return Array(UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter)
        }
    }
}
