import AdaptiveCards

extension String {
    /// The text, escaped so that a card shows it literally.
    ///
    /// The texts of a `TextBlock` and of a `Fact` are Markdown with dates. Use this for text that people typed and for
    /// text from the network.
    public var escapedForCards: String { CardEscaping.escaped(self) }

    /// The text escaped for one part of a URL, such as the value of a parameter: everything except ASCII letters,
    /// digits and `-._~` is percent-encoded (RFC 3986, section 2.3).
    public var escapedForURLs: String {
        var result = ""
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}
