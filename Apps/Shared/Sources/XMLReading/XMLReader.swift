/// Reads an XML document as a sequence of events.
///
/// It is made for documents of strangers: a document type is skipped and its entities do not exist, so nothing is
/// expanded and nothing is loaded; the depth and the attributes are limited; and text is decoded only if it is asked for.
/// It checks that tags match. A reference that it does not know stays as it is written.
public struct XMLReader {
    /// What comes next in the document.
    public enum Event: Hashable {
        /// An element begins; an empty element also ends.
        case start(XMLName, attributes: [String: String])
        /// The innermost open element ends.
        case end
        /// Text of the innermost open element, to be decoded by ``XMLReader/text(_:limit:)``.
        case text(XMLText)
    }

    /// How deep elements may be nested.
    public static let depthLimit = 64
    /// How many attributes an element may have.
    public static let attributeLimit = 64

    private let bytes: [UInt8]
    private var position = 0
    /// The qualified names of the open elements.
    private var open: [ArraySlice<UInt8>] = []
    /// The namespaces by prefix, one set for each open element and one below.
    private var namespaces: [[String: String]] = [["xml": "http://www.w3.org/XML/1998/namespace"]]
    /// Whether the element that was just read is empty, so that its end comes next.
    private var isEmptyElement = false
    private var hasRoot = false

    /// Creates a reader of a document in UTF-8.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The line at which the reader stands, from 1.
    public var line: Int { 1 + bytes[..<position].count { $0 == 0x0A } }

    /// Reads the next event; comments and instructions are skipped.
    ///
    /// - Returns: The event, or `nil` at the end of the document.
    /// - Throws: ``XMLError`` if the document is malformed or exceeds a limit.
    public mutating func next() throws(XMLError) -> Event? {
        if isEmptyElement {
            isEmptyElement = false
            close()
            return .end
        }
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                let start = position
                while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
                // Only white space stands outside the root.
                if open.isEmpty { continue }
                return .text(XMLText(range: start..<position, isLiteral: false))
            }
            if skips("<!--") {
                try skip(past: "-->")
            } else if skips("<?") {
                try skip(past: "?>")
            } else if skips("<![CDATA[") {
                let start = position
                try skip(past: "]]>")
                if open.isEmpty { continue }
                return .text(XMLText(range: start..<(position - 3), isLiteral: true))
            } else if skips("<!") {
                try skipDocumentType()
            } else if skips("</") {
                try readEnd()
                return .end
            } else {
                position += 1
                return try readStart()
            }
        }
        guard open.isEmpty, hasRoot else { throw XMLError.malformed }
        return nil
    }

    /// Decodes a text.
    ///
    /// - Parameters:
    ///   - text: The text of an event of this reader.
    ///   - limit: How many of its bytes are decoded.
    /// - Returns: The text with its references replaced.
    public func text(_ text: XMLText, limit: Int) -> String {
        var slice = bytes[text.range].prefix(limit)
        // A character that the limit has cut is left out.
        if slice.count < text.range.count {
            while let last = slice.last, last & 0xC0 == 0x80 { slice.removeLast() }
            if let last = slice.last, last & 0x80 != 0 { slice.removeLast() }
        }
        let decoded = String(decoding: slice, as: UTF8.self)
        return text.isLiteral ? decoded : CharacterReferences.decode(decoded)
    }

    // MARK: Tags

    private mutating func readStart() throws(XMLError) -> Event {
        guard open.count < Self.depthLimit else { throw XMLError.tooDeep }
        guard !(open.isEmpty && hasRoot) else { throw XMLError.malformed }
        let name = try readName()
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            guard position < bytes.count else { throw XMLError.malformed }
            if skips("/>") {
                isEmptyElement = true
                break
            }
            if skips(">") { break }
            let key = String(decoding: try readName(), as: UTF8.self)
            guard attributes.count < Self.attributeLimit else { throw XMLError.malformed }
            attributes[key] = try readValue()
        }
        hasRoot = true
        open.append(name)
        namespaces.append(scope(with: attributes))
        return .start(resolve(name), attributes: attributes)
    }

    private mutating func readEnd() throws(XMLError) {
        let name = try readName()
        skipSpace()
        guard skips(">"), open.last == name else { throw XMLError.malformed }
        close()
    }

    private mutating func close() {
        open.removeLast()
        namespaces.removeLast()
    }

    private mutating func readName() throws(XMLError) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
        guard (1...256).contains(position - start) else { throw XMLError.malformed }
        return bytes[start..<position]
    }

    private mutating func readValue() throws(XMLError) -> String {
        skipSpace()
        guard skips("=") else { throw XMLError.malformed }
        skipSpace()
        guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]) else {
            throw XMLError.malformed
        }
        let quote = bytes[position]
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: quote) else { throw XMLError.malformed }
        position = end + 1
        return text(XMLText(range: start..<end, isLiteral: false), limit: 4096)
    }

    // MARK: Namespaces

    private func scope(with attributes: [String: String]) -> [String: String] {
        var scope = namespaces.last ?? [:]
        for (key, value) in attributes where key.hasPrefix("xmlns") {
            if key == "xmlns" { scope[""] = value }
            if key.hasPrefix("xmlns:") { scope[String(key.dropFirst(6))] = value }
        }
        return scope
    }

    private func resolve(_ name: ArraySlice<UInt8>) -> XMLName {
        let parts = name.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        let prefix = parts.count == 2 ? String(decoding: parts[0], as: UTF8.self) : ""
        return XMLName(
            namespace: namespaces.last?[prefix] ?? "",
            local: String(decoding: parts.last ?? name, as: UTF8.self)
        )
    }

    // MARK: Skipping

    /// Moves past a text if it stands here.
    private mutating func skips(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        let isHere = text.withUTF8Buffer { buffer in buffer.elementsEqual(bytes[position..<end]) }
        if isHere { position = end }
        return isHere
    }

    private mutating func skip(past text: StaticString) throws(XMLError) {
        while position < bytes.count {
            if skips(text) { return }
            position += 1
        }
        throw XMLError.malformed
    }

    private mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    /// Skips a document type with its internal subset, of which nothing is read.
    private mutating func skipDocumentType() throws(XMLError) {
        guard open.isEmpty, !hasRoot else { throw XMLError.malformed }
        var quote: UInt8?
        var brackets = 0
        while position < bytes.count {
            if quote == nil, skips("<!--") {
                try skip(past: "-->")
                continue
            }
            let byte = bytes[position]
            position += 1
            switch byte {
            case _ where quote == byte: quote = nil
            case _ where quote != nil: break
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "["): brackets += 1
            case UInt8(ascii: "]"): brackets -= 1
            case UInt8(ascii: ">") where brackets <= 0: return
            default: break
            }
        }
        throw XMLError.malformed
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func endsName(_ byte: UInt8) -> Bool {
        isSpace(byte)
            || [UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: "\"")]
                .contains(byte)
    }
}

/// The name of an element.
public struct XMLName: Hashable, Sendable {
    /// The URI of the namespace; empty without one, and for a prefix that is not declared.
    public var namespace: String
    /// The name without its prefix.
    public var local: String

    /// Creates a name.
    public init(namespace: String, local: String) {
        self.namespace = namespace
        self.local = local
    }
}

/// A text in a document that is not decoded yet.
public struct XMLText: Hashable, Sendable {
    /// Its bytes in the document.
    var range: Range<Int>
    /// Whether it is a CDATA section, in which references mean nothing.
    var isLiteral: Bool
}

/// Why a document is not read.
public enum XMLError: Error, Hashable {
    /// It is not well-formed, or breaks off.
    case malformed
    /// Its elements are nested deeper than ``XMLReader/depthLimit``.
    case tooDeep
}
