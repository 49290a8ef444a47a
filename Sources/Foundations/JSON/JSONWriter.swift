/// Writes a JSON value as UTF-8 text without white space.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let sortsNames: Bool

    init(sortsNames: Bool) {
        self.sortsNames = sortsNames
        bytes.reserveCapacity(256)
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: write(literal: "null")
        case .bool(let value): write(literal: value ? "true" : "false")
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .real(let value): write(real: value)
        case .string(let value): write(string: value)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(element)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            if sortsNames {
                writeMembers(members.sorted { $0.key < $1.key })
            } else {
                writeMembers(members)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private mutating func writeMembers(_ members: some Sequence<(key: String, value: JSONValue)>) {
        var isFirst = true
        for (name, value) in members {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(string: name)
            bytes.append(UInt8(ascii: ":"))
            write(value)
        }
    }

    private mutating func write(literal: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Writes a real number with a fraction, so that a reader can tell it from an integer, or `null` if it is not
    /// finite.
    private mutating func write(real: Double) {
        guard real.isFinite else { return write(literal: "null") }
        let text = real.description
        if text.utf8.contains(UInt8(ascii: ".")) {
            bytes.append(contentsOf: text.utf8)
        } else if let exponent = text.utf8.firstIndex(of: UInt8(ascii: "e")) {
            bytes.append(contentsOf: text.utf8[..<exponent])
            write(literal: ".0")
            bytes.append(contentsOf: text.utf8[exponent...])
        } else {
            bytes.append(contentsOf: text.utf8)
            write(literal: ".0")
        }
    }

    private mutating func write(string: String) {
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { utf8 in
            var start = 0
            for index in 0..<utf8.count {
                let byte = utf8[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes.append(contentsOf: utf8[start..<index])
                write(escaped: byte)
                start = index + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func write(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): write(literal: "\\\"")
        case UInt8(ascii: "\\"): write(literal: "\\\\")
        case 0x0A: write(literal: "\\n")
        case 0x0D: write(literal: "\\r")
        case 0x09: write(literal: "\\t")
        default:
            write(literal: byte < 0x10 ? "\\u000" : "\\u00")
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        }
    }
}

extension JSONValue {
    /// Returns the value as JSON text in UTF-8 on one line, without its end; with sorted names, equal values have equal
    /// texts.
    public func jsonBytes(sortsNames: Bool = false) -> [UInt8] {
        var writer = JSONWriter(sortsNames: sortsNames)
        writer.write(self)
        return writer.bytes
    }

    /// The value as JSON text on one line, with sorted names.
    public var jsonText: String { String(decoding: jsonBytes(sortsNames: true), as: UTF8.self) }
}
