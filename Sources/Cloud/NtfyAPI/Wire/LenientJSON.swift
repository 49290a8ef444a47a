import JSON

/// Parses JSON as leniently as ntfy does: invalid text becomes U+FFFD, and anything after the value is ignored.
enum LenientJSON {
    /// Parses the first value of a text, in which invalid UTF-8 and escapes of lone surrogates are replaced.
    static func parse(_ bytes: some Sequence<UInt8>, depthLimit: Int) throws(JSONSyntaxError) -> JSONValue {
        let text = Array(String(decoding: replacingLoneSurrogates(Array(bytes)), as: UTF8.self).utf8)
        do {
            return try JSONValue(parsing: text, depthLimit: depthLimit)
        } catch {
            // If the mistake is after the first value, the text before it is a complete value.
            guard let value = try? JSONValue(parsing: text.prefix(error.offset), depthLimit: depthLimit) else {
                throw error
            }
            return value
        }
    }

    /// Replaces escapes of lone surrogates by `\ufffd`.
    private static func replacingLoneSurrogates(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        var index = 0
        while let position = result[index...].firstIndex(of: UInt8(ascii: "\\")) {
            index = min(position + 2, result.count)
            guard let unit = unit(at: position, of: result) else { continue }
            index = position + 6
            switch unit {
            case 0xD800...0xDBFF:
                if let second = self.unit(at: index, of: result), (0xDC00...0xDFFF).contains(second) {
                    index += 6
                } else {
                    result.replaceSubrange((position + 2)..<index, with: "fffd".utf8)
                }
            case 0xDC00...0xDFFF: result.replaceSubrange((position + 2)..<index, with: "fffd".utf8)
            default: break
            }
        }
        return result
    }

    /// Returns the code unit of an escape `\u….`.
    private static func unit(at position: Int, of bytes: [UInt8]) -> UInt16? {
        guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else {
            return nil
        }
        let digits = bytes[(position + 2)..<(position + 6)]
        guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

extension JSONValue {
    /// The members of an object by their names in lower case; `nil` if this is not an object.
    ///
    /// Names are case-insensitive in ntfy, and `null` counts as missing. Of several names that differ only in case, the
    /// lower-case one counts, or else the first in byte order.
    var caseInsensitiveMembers: [String: JSONValue]? {
        guard let object = objectValue else { return nil }
        var members = object.filter { !$1.isNull && $0 == $0.lowercased() }
        for (name, value) in object.sorted(by: { $0.key < $1.key }) where !value.isNull {
            let lowercased = name.lowercased()
            if members[lowercased] == nil { members[lowercased] = value }
        }
        return members
    }
}
