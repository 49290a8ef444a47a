/// A body of `multipart/form-data` (RFC 7578), in the one form that browsers send; any other, such as one with a
/// preamble, an incomplete part or too many parts, is rejected as a whole.
package struct MultipartForm: Sendable {
    package struct Part: Hashable, Sendable {
        /// The field's name.
        package var name: String
        /// The file's name as the browser sent it, which may be empty and is not a path; `nil` if the field is not a
        /// file.
        package var fileName: String?
        package var content: ArraySlice<UInt8>

        /// The content as text; invalid UTF-8 is replaced.
        package var text: String { String(decoding: content, as: UTF8.self) }
    }

    /// The longest boundary, in bytes (RFC 2046, section 5.1.1).
    package static let boundaryLimit = 70
    /// The largest number of parts.
    package static let partLimit = 64
    /// The largest size of the headers of one part, in bytes.
    package static let headerBytes = 4096

    /// The parts, in their order.
    package private(set) var parts: [Part] = []

    /// Parses a whole body, whose size the caller limits.
    package init(_ body: [UInt8], contentType: String) throws(RequestBodyError) {
        guard let boundary = Self.boundary(in: contentType) else { throw Self.failure("it names no boundary") }
        let delimiter = Array("\r\n--".utf8) + boundary
        // The first delimiter has no line before it.
        guard body.starts(with: delimiter.dropFirst(2)) else { throw Self.failure("it does not begin with a part") }
        var place = delimiter.count - 2
        while true {
            if body[place...].starts(with: "--".utf8) {
                guard [[], Array("\r\n".utf8)].contains(Array(body[(place + 2)...])) else {
                    throw Self.failure("something follows its end")
                }
                return
            }
            guard body[place...].starts(with: "\r\n".utf8) else { throw Self.failure("a delimiter is malformed") }
            guard parts.count < Self.partLimit else { throw Self.failure("it has more than \(Self.partLimit) parts") }
            place += 2
            let blank = Array("\r\n\r\n".utf8)
            let end = min(body.count, place + Self.headerBytes)
            guard let headers = Self.position(of: blank, in: body[place..<end]) else {
                throw Self.failure("the headers of a part are malformed or too long")
            }
            let start = headers + blank.count
            guard let next = Self.position(of: delimiter, in: body[start...]) else {
                throw Self.failure("a part has no end")
            }
            parts.append(try Self.part(headers: body[place..<headers], content: body[start..<next]))
            place = next + delimiter.count
        }
    }

    /// Returns the boundary in a value of `Content-Type`; `nil` if it is not a form's.
    private static func boundary(in contentType: String) -> [UInt8]? {
        let fields = contentType.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        guard fields.first?.lowercased() == "multipart/form-data" else { return nil }
        let values = fields.dropFirst().compactMap { field -> Substring? in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0].lowercased() == "boundary" ? parts[1] : nil
        }
        guard values.count == 1, var value = values.first else { return nil }
        if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") { value = value.dropFirst().dropLast() }
        let isPlain = value.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
        guard isPlain, (1...boundaryLimit).contains(value.utf8.count) else { return nil }
        return Array(value.utf8)
    }

    /// Parses a part, whose `Content-Disposition` must name a field.
    private static func part(headers: ArraySlice<UInt8>, content: ArraySlice<UInt8>) throws(RequestBodyError) -> Part {
        guard let text = String(validating: headers, as: UTF8.self) else { throw failure("a header is not UTF-8") }
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        var disposition: Substring?
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { throw failure("a header is malformed") }
            guard line[..<colon].lowercased() == "content-disposition" else { continue }
            guard disposition == nil else { throw failure("a part has two names") }
            disposition = line[line.index(after: colon)...]
        }
        let pattern = #/ *form-data; *name="([^"\r\n]*)"(?:; *filename="([^"\r\n]*)")? */#
            .ignoresCase().matchingSemantics(.unicodeScalar)
        guard let match = disposition?.wholeMatch(of: pattern) else { throw failure("a part has no name") }
        return Part(name: unescaped(match.1), fileName: match.2.map(unescaped), content: content)
    }

    /// Decodes a name that a browser has escaped (HTML, section 4.10.22.8).
    private static func unescaped(_ name: Substring) -> String {
        String(name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n"))
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let rest = text.drop { $0 == " " || $0 == "\t" }
        let end = rest.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { rest[...$0] } ?? ""
    }

    /// Returns the position of a byte sequence; `nil` if it does not occur.
    private static func position(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBufferPointer { buffer in
            guard buffer.count >= wanted.count, let first = wanted.first else { return nil }
            for start in 0...(buffer.count - wanted.count) where buffer[start] == first {
                if buffer[start..<(start + wanted.count)].elementsEqual(wanted) { return bytes.startIndex + start }
            }
            return nil
        }
    }

    private static func failure(_ reason: String) -> RequestBodyError {
        RequestBodyError(.invalid, "The form cannot be read: \(reason).")
    }
}
