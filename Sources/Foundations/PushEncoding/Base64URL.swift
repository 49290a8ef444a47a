import FoundationEssentials

/// The base64url encoding (RFC 4648, section 5), written without padding.
package enum Base64URL {
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let text = Data(bytes).base64EncodedString()
        return text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Decodes a text, with or without padding; returns `nil` for characters of another alphabet or an impossible
    /// length.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var digits = Array(text.utf8)
        while digits.last == UInt8(ascii: "="), text.utf8.count - digits.count < 2 { digits.removeLast() }
        let isPadded = digits.count < text.utf8.count
        guard digits.count % 4 != 1, !isPadded || text.utf8.count.isMultiple(of: 4), digits.allSatisfy(isDigit) else {
            return nil
        }
        let standard = digits.map { digit -> UInt8 in
            switch digit {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: digit
            }
        }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: Data(standard + padding)).map { Array($0) }
    }

    /// Returns `true` for the letters, digits, hyphen and low line of the alphabet.
    package static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
