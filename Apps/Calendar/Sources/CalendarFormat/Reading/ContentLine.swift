/// A line of an iCalendar document, such as `DTSTART;TZID=Europe/Berlin:20261123T090000` (RFC 5545, section 3.1).
struct ContentLine: Hashable {
    /// The name in upper case.
    var name: String
    /// The first value of each parameter by its name in upper case, without quotation marks.
    var parameters: [String: String]
    /// The value as it is written.
    var value: String

    /// How many parameters of a line are read.
    private static let parameterLimit = 16

    /// Reads an unfolded line; `nil` if it has no name or no value.
    init?(_ line: some Collection<UInt8>) {
        var rest = Array(line)[...]
        let first = rest.prefix { !Self.endsName($0) }
        guard !first.isEmpty, first.count <= 64, first.count < rest.count else { return nil }
        name = String(decoding: first, as: UTF8.self).uppercased()
        rest = rest.dropFirst(first.count)
        parameters = [:]
        while rest.first == UInt8(ascii: ";") {
            rest.removeFirst()
            let key = rest.prefix { $0 != UInt8(ascii: "=") && !Self.endsName($0) }
            rest = rest.dropFirst(key.count)
            var value: ArraySlice<UInt8> = []
            var isFirst = true
            while let separator = rest.first, separator == UInt8(ascii: "=") || separator == UInt8(ascii: ",") {
                rest.removeFirst()
                let part = Self.parameterValue(&rest)
                if isFirst { value = part }
                isFirst = false
            }
            if parameters.count < Self.parameterLimit {
                parameters[String(decoding: key, as: UTF8.self).uppercased()] = String(decoding: value, as: UTF8.self)
            }
        }
        guard rest.first == UInt8(ascii: ":") else { return nil }
        value = String(decoding: rest.dropFirst(), as: UTF8.self)
    }

    private static func parameterValue(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if rest.first == UInt8(ascii: "\""), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")) {
            let value = rest[(rest.startIndex + 1)..<end]
            rest = rest[(end + 1)...]
            return value
        }
        let value = rest.prefix { $0 != UInt8(ascii: ",") && !endsName($0) }
        rest = rest.dropFirst(value.count)
        return value
    }

    private static func endsName(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") }
}

/// The lines of a document in their order, with continued lines joined.
struct ContentLines: Sequence, IteratorProtocol {
    /// The longest line in bytes, with its continuations; the rest of a longer one is left out.
    static let lengthLimit = 16 << 10

    private let bytes: [UInt8]
    private var position: Int

    /// Creates the lines of a document in UTF-8, with or without a byte order mark.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns the next line that has a name and a value; `nil` at the end.
    mutating func next() -> ContentLine? {
        while position < bytes.count {
            if let line = ContentLine(unfolded()) { return line }
        }
        return nil
    }

    private mutating func unfolded() -> [UInt8] {
        var line: [UInt8] = []
        repeat {
            // A continued line begins with one space or tab, which is not part of the value.
            if !line.isEmpty { position += 1 }
            let start = position
            while position < bytes.count, bytes[position] != 0x0A { position += 1 }
            var end = position
            if end > start, bytes[end - 1] == 0x0D { end -= 1 }
            line += bytes[start..<Swift.min(end, start + Swift.max(0, Self.lengthLimit - line.count))]
            position += 1
        } while !line.isEmpty && position < bytes.count && (bytes[position] == 0x20 || bytes[position] == 0x09)
        return line
    }
}
