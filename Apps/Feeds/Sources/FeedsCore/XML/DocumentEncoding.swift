import TodayKit

/// The character encodings in which feeds are written.
enum DocumentEncoding: Hashable {
    case utf8, utf16LittleEndian, utf16BigEndian
    /// ISO 8859-1 and US-ASCII, read as Windows-1252, which is what servers mean by them.
    case windows1252

    /// Returns a document in UTF-8, without its byte order mark.
    ///
    /// A byte order mark comes first, then the charset of the Content-Type, then the XML declaration (RFC 7303); without
    /// any it is UTF-8. Bytes that are invalid in the encoding become U+FFFD.
    ///
    /// - Parameters:
    ///   - data: The document.
    ///   - contentType: The header of the response.
    /// - Returns: The document, or `nil` for an encoding that is not supported.
    static func utf8(_ data: Data, contentType: String?) -> [UInt8]? {
        let bytes = Array(data)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(bytes.dropFirst(3)) }
        if bytes.starts(with: [0xFF, 0xFE]) { return transcoded(bytes.dropFirst(2), .utf16LittleEndian) }
        if bytes.starts(with: [0xFE, 0xFF]) { return transcoded(bytes.dropFirst(2), .utf16BigEndian) }
        let name = charset(contentType) ?? declared(bytes)
        guard let encoding = name.map({ Self(name: $0) }) ?? .utf8 else { return nil }
        return transcoded(bytes[...], encoding)
    }

    private init?(name: String) {
        switch name.lowercased() {
        case "utf-8", "utf8": self = .utf8
        case "utf-16le": self = .utf16LittleEndian
        // Without a byte order mark the bytes of UTF-16 stand in network order (RFC 2781).
        case "utf-16", "utf-16be": self = .utf16BigEndian
        case "iso-8859-1", "latin1", "us-ascii", "ascii", "windows-1252", "cp1252": self = .windows1252
        default: return nil
        }
    }

    /// The charset of a Content-Type such as `text/xml; charset="iso-8859-1"`.
    private static func charset(_ contentType: String?) -> String? {
        for parameter in (contentType ?? "").split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingSpace }
            if parts.count == 2, parts[0].lowercased() == "charset" { return parts[1].replacing("\"", with: "") }
        }
        return nil
    }

    /// The encoding that an XML declaration names, in a document whose ASCII characters are single bytes.
    private static func declared(_ bytes: [UInt8]) -> String? {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        guard start.hasPrefix("<?xml"), let end = start.firstRange(of: "?>"),
            let name = start.firstRange(of: "encoding=")
        else {
            return nil
        }
        guard name.upperBound < end.lowerBound else { return nil }
        let quoted = start[name.upperBound..<end.lowerBound]
        guard let quote = quoted.first, quote == "\"" || quote == "'" else { return nil }
        return String(quoted.dropFirst().prefix { $0 != quote })
    }

    private static func transcoded(_ bytes: ArraySlice<UInt8>, _ encoding: Self) -> [UInt8] {
        switch encoding {
        case .utf8: repaired(bytes)
        case .utf16LittleEndian: utf16(bytes) { UInt16($0) | UInt16($1) << 8 }
        case .utf16BigEndian: utf16(bytes) { UInt16($0) << 8 | UInt16($1) }
        case .windows1252: windows1252(bytes)
        }
    }

    private static func repaired(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, _ unit: (UInt8, UInt8) -> UInt16) -> [UInt8] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private static func windows1252(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let scalar = (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
            text.append(scalar)
        }
        return Array(String(text).utf8)
    }

    /// The characters from 0x80 to 0x9F; U+FFFD where there is none.
    private static let upper = Array(
        ("€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ").unicodeScalars
    )
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmingSpace: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
