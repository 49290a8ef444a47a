import Foundation

/// Encoded words in headers (RFC 2047): `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=`.
enum EncodedWord {
    static func decode(_ text: String) -> String {
        guard text.contains("=?") else { return text }
        var result = ""
        var rest = text[...]
        // White space between two encoded words is not part of the text.
        var isAfterWord = false
        while let start = rest.range(of: "=?") {
            let before = rest[..<start.lowerBound]
            guard let (word, end) = word(in: rest[start.upperBound...]) else {
                result += rest[..<start.upperBound]
                rest = rest[start.upperBound...]
                isAfterWord = false
                continue
            }
            if !isAfterWord || before.contains(where: { $0 != " " && $0 != "\t" }) { result += before }
            result += word
            rest = rest[end...]
            isAfterWord = true
        }
        return result + rest
    }

    private static func word(in text: Substring) -> (word: String, end: String.Index)? {
        let parts = text.split(separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[3].hasPrefix("="), let bytes = bytes(of: parts[2], encoding: parts[1]) else {
            return nil
        }
        let decoded: String? =
            switch parts[0].lowercased() {
            case "utf-8", "us-ascii": String(bytes: bytes, encoding: .utf8)
            case "iso-8859-1": String(bytes: bytes, encoding: .isoLatin1)
            default: nil
            }
        guard let decoded else { return nil }
        return (decoded, text.index(after: parts[3].startIndex))
    }

    private static func bytes(of text: Substring, encoding: Substring) -> [UInt8]? {
        switch encoding.lowercased() {
        case "b": return Data(base64Encoded: String(text)).map(Array.init)
        case "q":
            var bytes: [UInt8] = []
            var rest = Array(text.utf8)[...]
            while let byte = rest.popFirst() {
                switch byte {
                case UInt8(ascii: "_"): bytes.append(0x20)
                case UInt8(ascii: "="):
                    guard rest.count >= 2,
                        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                    else { return nil }
                    bytes.append(value)
                    rest = rest.dropFirst(2)
                default: bytes.append(byte)
                }
            }
            return bytes
        default: return nil
        }
    }
}
