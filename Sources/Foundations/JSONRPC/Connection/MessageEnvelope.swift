import JSON

/// The id and the kind of a message whose JSON cannot be parsed, such as one that is too deep or has half of a
/// surrogate pair, so that its failure reaches the caller at once; the scan is iterative.
struct MessageEnvelope: Hashable, Sendable {
    /// The kind of a message that has an id.
    enum Kind: Hashable, Sendable { case request, reply }

    private(set) var id: RPCID
    private(set) var kind: Kind

    /// Reads the id and the kind from the members of the outermost object, whatever else is wrong; `nil` for a line
    /// that does not begin with an object, or whose object has no id, or neither a method nor a result nor an error.
    init?(line: [UInt8]) {
        var id: RPCID?
        var kind: Kind?
        var scanner = MemberScanner(line: line)
        while let (name, value) = scanner.next() {
            switch name {
            case "id": id = (try? JSONValue(parsing: value, depthLimit: 1)).flatMap(RPCID.init(json:))
            case "method": kind = .request
            case "result", "error": kind = kind ?? .reply
            default: break
            }
        }
        guard let id, let kind else { return nil }
        self.id = id
        self.kind = kind
    }
}

/// Finds the members of the outermost object of a line, without parsing their values.
private struct MemberScanner {
    private let line: [UInt8]
    private var position: Int

    init(line: [UInt8]) {
        self.line = line
        position = line.firstIndex { !Self.isSpace($0) } ?? line.count
        // Without an object there are no members.
        position = position < line.count && line[position] == UInt8(ascii: "{") ? position + 1 : line.count
    }

    /// Returns the next member's name and the bytes of its value; `nil` at the end or if no member begins there.
    mutating func next() -> (name: String, value: ArraySlice<UInt8>)? {
        skipSpace()
        if position < line.count, line[position] == UInt8(ascii: ",") { position += 1 }
        skipSpace()
        guard let name = takeString() else { return nil }
        skipSpace()
        guard position < line.count, line[position] == UInt8(ascii: ":") else { return nil }
        position += 1
        skipSpace()
        return (String(decoding: name, as: UTF8.self), takeValue())
    }

    private mutating func skipSpace() {
        while position < line.count, Self.isSpace(line[position]) { position += 1 }
    }

    /// Consumes a string, and returns the bytes between its quotation marks.
    private mutating func takeString() -> ArraySlice<UInt8>? {
        guard position < line.count, line[position] == UInt8(ascii: "\"") else { return nil }
        position += 1
        let start = position
        while position < line.count {
            switch line[position] {
            case UInt8(ascii: "\""):
                position += 1
                return line[start..<position - 1]
            case UInt8(ascii: "\\"): position = min(position + 2, line.count)
            default: position += 1
            }
        }
        return nil
    }

    /// Consumes a value up to the comma or the end of the outermost object.
    private mutating func takeValue() -> ArraySlice<UInt8> {
        let start = position
        var depth = 0
        while position < line.count {
            switch line[position] {
            case UInt8(ascii: "\""):
                if takeString() == nil { return line[start...] }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return line[start..<position] }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0: return line[start..<position]
            default: break
            }
            position += 1
        }
        return line[start...]
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
