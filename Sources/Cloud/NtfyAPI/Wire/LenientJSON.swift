import JSON

/// JSON as ntfy's clients get away with it: what is no text in it becomes U+FFFD, and what follows the value is passed
/// over.
enum LenientJSON {
    /// Reads the first value of a text.
    ///
    /// - Parameters:
    ///   - bytes: The text, which should be in UTF-8, with no half of a surrogate pair in its escapes.
    ///   - depthLimit: How deep arrays and objects may nest.
    /// - Returns: The value.
    /// - Throws: What is wrong with the text.
    static func parse(_ bytes: some Sequence<UInt8>, depthLimit: Int) throws(JSONSyntaxError) -> JSONValue {
        let text = Array(String(decoding: replacingLoneSurrogates(Array(bytes)), as: UTF8.self).utf8)
        do {
            return try JSONValue(parsing: text, depthLimit: depthLimit)
        } catch {
            // Only behind a whole value is what stands before the mistake one.
            guard let value = try? JSONValue(parsing: text.prefix(error.offset), depthLimit: depthLimit) else {
                throw error
            }
            return value
        }
    }

    /// The text with `\ufffd` in the place of each escape of half a surrogate pair.
    private static func replacingLoneSurrogates(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        var index = 0
        while let place = result[index...].firstIndex(of: UInt8(ascii: "\\")) {
            index = min(place + 2, result.count)
            guard let unit = unit(at: place, of: result) else { continue }
            index = place + 6
            switch unit {
            case 0xD800...0xDBFF:
                if let second = self.unit(at: index, of: result), (0xDC00...0xDFFF).contains(second) {
                    index += 6
                } else {
                    result.replaceSubrange((place + 2)..<index, with: "fffd".utf8)
                }
            case 0xDC00...0xDFFF: result.replaceSubrange((place + 2)..<index, with: "fffd".utf8)
            default: break
            }
        }
        return result
    }

    /// The code unit that an escape `\u….` writes.
    private static func unit(at place: Int, of bytes: [UInt8]) -> UInt16? {
        guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else {
            return nil
        }
        let digits = bytes[(place + 2)..<(place + 6)]
        guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

/// The members of a JSON object under names in any case, as ntfy reads them; `null` counts as missing.
struct CaseInsensitiveMembers: Sequence {
    private let members: [String: JSONValue]

    /// Reads an object; none if the value is something else.
    ///
    /// Of several names that differ in their case alone the one in lower case counts, or else the first in the order of
    /// their bytes.
    init?(_ value: JSONValue) {
        guard let object = value.objectValue else { return nil }
        var members = object.filter { !$1.isNull && $0 == $0.lowercased() }
        for (name, value) in object.sorted(by: { $0.key < $1.key }) where !value.isNull {
            let lowercased = name.lowercased()
            if members[lowercased] == nil { members[lowercased] = value }
        }
        self.members = members
    }

    /// The member with a name in lower case, if it is there.
    subscript(name: String) -> JSONValue? { members[name] }

    func makeIterator() -> some IteratorProtocol<(key: String, value: JSONValue)> { members.makeIterator() }
}
