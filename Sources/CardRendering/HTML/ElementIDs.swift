/// Makes the ids of a card's elements on a page.
///
/// A card's id may be any text; what is not a letter, a digit or a hyphen is written as its bytes, so that different
/// ids stay different and none can hold a space. Ids of elements that the card does not name hold a dot, which no other
/// id does.
struct ElementIDs {
    private let prefix: String
    private var unnamed = 0

    init(prefix: String) { self.prefix = prefix }

    /// The id of the element that the card calls by this name.
    func id(_ name: String) -> String {
        var bytes = Array(prefix.utf8)
        for byte in name.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "_"))
                if byte < 16 { bytes.append(UInt8(ascii: "0")) }
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// An id that no other part of the card has.
    mutating func next() -> String {
        unnamed += 1
        return "\(prefix).\(unnamed)"
    }
}
