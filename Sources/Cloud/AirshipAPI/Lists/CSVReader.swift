import HTTPTypes
import NIOCore

/// Reads rows of comma-separated values (RFC 4180), in UTF-8.
///
/// Lines may end with LF, CR or both; empty ones are passed over, and so is a byte order mark. A row has at most
/// ``columnLimit`` columns, of at most ``fieldLimit`` bytes each.
struct CSVReader {
    /// A row, with the number of its line from 1.
    struct Row: Equatable {
        var line: Int
        var fields: [String]
    }

    /// How many columns a row has at most.
    static let columnLimit = 16
    /// How many bytes a field has at most.
    static let fieldLimit = 1024

    private let bytes: ByteBufferView
    private var place: Int
    private var line = 1

    /// Makes a reader of a file.
    init(_ file: ByteBuffer) {
        bytes = file.readableBytesView
        place = bytes.startIndex
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place += 3 }
    }

    /// Reads the next row.
    ///
    /// - Returns: The row; none at the end of the file.
    /// - Throws: ``AirshipError`` 400 that names the line of the mistake.
    mutating func next() throws(AirshipError) -> Row? {
        while takeLineEnd() {}
        guard place < bytes.endIndex else { return nil }
        var row = Row(line: line, fields: [])
        while true {
            guard row.fields.count < Self.columnLimit else {
                throw .inFile("the row has more than \(Self.columnLimit) columns", 3, line: row.line)
            }
            row.fields.append(try takeField())
            if place < bytes.endIndex, bytes[place] == UInt8(ascii: ",") {
                place += 1
            } else if place == bytes.endIndex || takeLineEnd() {
                return row
            } else {
                throw .inFile("a comma or the end of the line is wanted after a quotation mark", 1, line: line)
            }
        }
    }

    private mutating func takeField() throws(AirshipError) -> String {
        guard place < bytes.endIndex, bytes[place] == UInt8(ascii: "\"") else {
            let start = place
            scan: while place < bytes.endIndex {
                switch bytes[place] {
                case 0x0A, 0x0D, UInt8(ascii: ","): break scan
                case UInt8(ascii: "\""):
                    throw .inFile("a field with a quotation mark stands in quotation marks", 1, line: line)
                default: place += 1
                }
            }
            return try text(bytes[start..<place], line)
        }
        let first = line
        var field: [UInt8] = []
        place += 1
        while place < bytes.endIndex {
            if bytes[place] == UInt8(ascii: "\"") {
                place += 1
                guard place < bytes.endIndex, bytes[place] == UInt8(ascii: "\"") else {
                    return try text(field, first)
                }
            }
            if bytes[place] == 0x0A { line += 1 }
            field.append(bytes[place])
            place += 1
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
        guard place < bytes.endIndex, bytes[place] == 0x0A || bytes[place] == 0x0D else { return false }
        place += bytes[place] == 0x0D && place + 1 < bytes.endIndex && bytes[place + 1] == 0x0A ? 2 : 1
        line += 1
        return true
    }
}

extension AirshipError {
    /// Describes a mistake in a line of a file.
    static func inFile(_ reason: String, _ number: Int, line: Int) -> AirshipError {
        var error = AirshipError(.badRequest, number, "Line \(line) of the file cannot be read: \(reason).")
        error.reason = reason
        error.place = (line, 1)
        return error
    }
}
