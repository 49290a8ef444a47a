/// Writes text as a part of an address.
enum PercentEscape {
    private static let digits = Array("0123456789ABCDEF")

    /// The text with everything escaped but letters, digits, and `-._~` of ASCII (RFC 3986, section 2.3).
    static func encode(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result.append("%")
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            }
        }
        return result
    }
}
