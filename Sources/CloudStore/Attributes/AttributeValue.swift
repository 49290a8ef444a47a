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
            guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text) else {
                return nil
            }
            return number.isFinite ? number : nil
        }
    }
}
