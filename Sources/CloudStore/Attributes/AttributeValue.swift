package import FoundationEssentials

/// The value of an attribute.
package enum AttributeValue: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A number, which is finite.
    case number(Double)
    /// A date, to the millisecond.
    case date(Date)

    /// The number that this is, or that its text writes: `5` and `"5"` are both five.
    package var numberReading: Double? {
        switch self {
        case .number(let number): return number
        case .date: return nil
        case .text(let text):
            // `Double` also reads "nan" and hexadecimal numbers, which nobody means.
            guard text.utf8.allSatisfy(Self.writesNumbers), let number = Double(text) else { return nil }
            return number.isFinite ? number : nil
        }
    }

    private static func writesNumbers(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
