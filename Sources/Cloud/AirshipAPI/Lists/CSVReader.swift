import HTTPTypes
import NIOCore

/// Reads rows of comma-separated values (RFC 4180), in UTF-8.
///
/// Lines may end with LF, CR or both; empty lines and a byte order mark are skipped. A row has at most ``columnLimit``
/// columns, of at most ``fieldLimit`` bytes each.
struct CSVReader {
    /// A row with its line number, which starts at 1.
    struct Row: Equatable {
        var line: Int
        var fields: [String]
    }

    static let columnLimit = 16
    /// The largest length of a field, in bytes.
    static let fieldLimit = 1024

    private let bytes: ByteBufferView
    private var position: Int
    private var line = 1

    init(_ file: ByteBuffer) {
        bytes = file.readableBytesView
        position = bytes.startIndex
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
    }

    /// Reads the next row, `nil` at the end of the file; a mistake is an ``AirshipError`` 400 with its line.
    mutating func next() throws(AirshipError) -> Row? {
        while takeLineEnd() {}
        guard position < bytes.endIndex else { return nil }
        var row = Row(line: line, fields: [])
        while true {
            guard row.fields.count < Self.columnLimit else {
                throw .inFile("the row has more than \(Self.columnLimit) columns", 3, line: row.line)
            }
            row.fields.append(try takeField())
            if position < bytes.endIndex, bytes[position] == UInt8(ascii: ",") {
                position += 1
            } else if position == bytes.endIndex || takeLineEnd() {
                return row
            } else {
                throw .inFile("a comma or the end of the line is wanted after a quotation mark", 1, line: line)
            }
        }
    }

    private mutating func takeField() throws(AirshipError) -> String {
        guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") else {
            let start = position
            scan: while position < bytes.endIndex {
                switch bytes[position] {
                case 0x0A, 0x0D, UInt8(ascii: ","): break scan
                case UInt8(ascii: "\""):
                    throw .inFile("a field with a quotation mark stands in quotation marks", 1, line: line)
                default: position += 1
                }
            }
            return try text(bytes[start..<position], line)
        }
        let first = line
        var field: [UInt8] = []
        position += 1
        while position < bytes.endIndex {
            if bytes[position] == UInt8(ascii: "\"") {
                position += 1
                guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") else {
                    return try text(field, first)
                }
            }
            if bytes[position] == 0x0A { line += 1 }
            field.append(bytes[position])
            position += 1
        }
        throw .inFile("the quotation mark is not closed", 1, line: first)
    }

    private func text(_ field: some Collection<UInt8>, _ line: Int) throws(AirshipError) -> String {
        guard field.count <= Self.fieldLimit else {
            throw .inFile("a field is longer than \(Self.fieldLimit) bytes", 1, line: line)
        }
        guard !field.contains(0) else {
            throw .inFile("a field contains U+0000, which no text here may", 1, line: line)
        }
        guard let text = String(validating: field, as: UTF8.self) else {
            throw .inFile("the line is not in UTF-8", 1, line: line)
        }
        return text
    }

    private mutating func takeLineEnd() -> Bool {
        guard position < bytes.endIndex, bytes[position] == 0x0A || bytes[position] == 0x0D else { return false }
        position += bytes[position] == 0x0D && position + 1 < bytes.endIndex && bytes[position + 1] == 0x0A ? 2 : 1
        line += 1
        return true
    }
}

extension AirshipError {
    static func inFile(_ reason: String, _ number: Int, line: Int) -> AirshipError {
        var error = AirshipError(.badRequest, number, "Line \(line) of the file cannot be read: \(reason).")
        error.reason = reason
        error.location = (line, 1)
        return error
    }
}
