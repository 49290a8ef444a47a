import CivilDates
package import FoundationEssentials

/// Parses the dates that clouds write: RFC 3339 in UTC, or Airship's variant with a space and no zone.
package enum CloudDate {
    /// Parses `2026-11-21T08:00:00.000Z`, `2026-11-21T08:00:00Z`, `2026-11-21T08:00:00` or `2026-11-21 08:00:00`;
    /// returns `nil` for other text, and for a year before 1970 or after 9999.
    package static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count <= 35, let time = CivilTimestamp(bytes), time.year >= 1970,
            time.separator == UInt8(ascii: "T") || time.separator == UInt8(ascii: " ")
        else { return nil }
        var rest = bytes[CivilTimestamp.length...]
        var fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            var place = 0.1
            rest = rest.dropFirst()
            while let digit = rest.first, (0x30...0x39).contains(digit) {
                fraction += Double(digit - 0x30) * place
                place /= 10
                rest = rest.dropFirst()
            }
        }
        guard rest.isEmpty || rest.elementsEqual("Z".utf8) || rest.elementsEqual("+00:00".utf8) else { return nil }
        return Date(timeIntervalSince1970: Double(time.secondsSince1970) + fraction)
    }
}
