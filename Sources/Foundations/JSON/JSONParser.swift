/// Parses one JSON text (RFC 8259) from bytes.
///
/// It is as strict as the standard: no comments, no trailing commas, no lone surrogates, UTF-8 only. A leading byte
/// order mark is skipped, since some card files have one. The depth is limited, so that no input overflows the stack.
struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let depthLimit: Int
    private var valuesLeft: Int
    private var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int, valueLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        valuesLeft = valueLimit
    }

    mutating func parseDocument() throws(JSONSyntaxError) -> JSONValue {
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
        skipSpace()
        let value = try parseValue(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw error("something follows the value") }
        return value
    }

    private func error(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(reason: reason, offset: position) }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func parseValue(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard let byte = next else { throw error("the text ends too early") }
        guard valuesLeft > 0 else { throw error("there are more values than there may be") }
        valuesLeft -= 1
        switch byte {
        case UInt8(ascii: "{"): return try parseObject(depth: depth + 1)
        case UInt8(ascii: "["): return try parseArray(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "t"):
            try expect("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try expect("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try expect("null")
            return .null
        case UInt8(ascii: "-"), 0x30...0x39: return try parseNumber()
        default: throw error("no value begins like this")
        }
    }

    private mutating func expect(_ literal: StaticString) throws(JSONSyntaxError) {
        let count = literal.utf8CodeUnitCount
        guard position + count <= bytes.count else { throw error("the text ends too early") }
        for index in 0..<count where bytes[position + index] != literal.utf8Start[index] {
            throw error("no value begins like this")
        }
        position += count
    }

    private mutating func parseObject(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard depth <= depthLimit else { throw error("nested deeper than \(depthLimit)") }
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if next == UInt8(ascii: "}") {
            position += 1
            return .object(members)
        }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error("a member's name is missing") }
            let name = try parseString()
            skipSpace()
            guard next == UInt8(ascii: ":") else { throw error("a colon is missing") }
            position += 1
            skipSpace()
            members[name] = try parseValue(depth: depth)
            skipSpace()
            switch next {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "}"):
                position += 1
                return .object(members)
            default: throw error("a comma or the object's end is missing")
            }
        }
    }

    private mutating func parseArray(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard depth <= depthLimit else { throw error("nested deeper than \(depthLimit)") }
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if next == UInt8(ascii: "]") {
            position += 1
            return .array(elements)
        }
        while true {
            skipSpace()
            elements.append(try parseValue(depth: depth))
            skipSpace()
            switch next {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"):
                position += 1
                return .array(elements)
            default: throw error("a comma or the array's end is missing")
            }
        }
    }
}

// MARK: - Strings

extension JSONParser {
    private mutating func parseString() throws(JSONSyntaxError) -> String {
        position += 1
        let start = position
        var isASCII = true
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                let text = try decode(start..<position, isASCII: isASCII)
                position += 1
                return text
            case UInt8(ascii: "\\"): return try parseEscapedString(from: start)
            case 0..<0x20: throw error("a control character stands in a string")
            case 0x80...:
                isASCII = false
                position += 1
            default: position += 1
            }
        }
        throw error("a string does not end")
    }

    private func decode(_ range: Range<Int>, isASCII: Bool) throws(JSONSyntaxError) -> String {
        // Most strings are ASCII, which is always valid.
        if isASCII { return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self) }
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw JSONSyntaxError(reason: "a string is not UTF-8", offset: range.lowerBound)
        }
        return text
    }

    private mutating func parseEscapedString(from start: Int) throws(JSONSyntaxError) -> String {
        var text: [UInt8] = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw JSONSyntaxError(reason: "a string is not UTF-8", offset: start)
                }
                return string
            case UInt8(ascii: "\\"): text.append(contentsOf: try parseEscape().utf8)
            case 0..<0x20: throw error("a control character stands in a string")
            default: text.append(byte)
            }
        }
        throw error("a string does not end")
    }

    private mutating func parseEscape() throws(JSONSyntaxError) -> String {
        guard let byte = next else { throw error("a string does not end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return String(Character(try parseUnicodeEscape()))
        default: throw error("no escape looks like this")
        }
    }

    private mutating func parseUnicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let first = try parseHex()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), position + 1 < bytes.count,
            bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
        else { throw error("half of a surrogate pair stands alone") }
        position += 2
        let second = try parseHex()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error("half of a surrogate pair stands alone") }
        return scalar
    }

    private mutating func parseHex() throws(JSONSyntaxError) -> UInt32 {
        guard position + 4 <= bytes.count else { throw error("a \\u escape needs four digits") }
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue else {
                throw error("a \\u escape needs four digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}

// MARK: - Numbers

extension JSONParser {
    private mutating func parseNumber() throws(JSONSyntaxError) -> JSONValue {
        let start = position
        var isInteger = true
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") {
            position += 1
        } else {
            try skipDigits()
        }
        if next == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try skipDigits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isInteger = false
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try skipDigits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger, let value = Int(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            throw JSONSyntaxError(reason: "a number is too large", offset: start)
        }
        return .real(value)
    }

    private mutating func skipDigits() throws(JSONSyntaxError) {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        guard position > start else { throw error("a digit is missing") }
    }
}

extension JSONValue {
    /// Parses a JSON text in UTF-8, with or without a byte order mark.
    ///
    /// A value takes far more memory than its text: `{"a":0}` takes some hundred bytes. So the number of values,
    /// including arrays, objects and their content, has a limit beside the depth.
    public init(
        parsing bytes: some Sequence<UInt8>,
        depthLimit: Int = 128,
        valueLimit: Int = .max
    ) throws(JSONSyntaxError) {
        let result = bytes.withContiguousStorageIfAvailable { Self.parse($0, depthLimit, valueLimit) }
        self = try (result ?? Array(bytes).withUnsafeBufferPointer { Self.parse($0, depthLimit, valueLimit) }).get()
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ depthLimit: Int,
        _ valueLimit: Int
    ) -> Result<JSONValue, JSONSyntaxError> {
        Result { () throws(JSONSyntaxError) in
            var parser = JSONParser(bytes: bytes, depthLimit: depthLimit, valueLimit: valueLimit)
            return try parser.parseDocument()
        }
    }

    /// Parses a JSON text from a string.
    public init(parsing text: String, depthLimit: Int = 128) throws(JSONSyntaxError) {
        try self.init(parsing: text.utf8, depthLimit: depthLimit)
    }
}

/// The reason why bytes are not a JSON text, and the position of the mistake.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A phrase that names the mistake.
    public var reason: String
    /// The number of bytes before the mistake.
    public var offset: Int

    /// Creates an error at an offset in bytes.
    public init(reason: String, offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The reason with the position.
    public var description: String { "not JSON: \(reason) at byte \(offset)" }
}
