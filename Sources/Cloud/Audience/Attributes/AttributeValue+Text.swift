package import CloudStore

extension AttributeValue {
    /// The value as it is written: a text as it is, a whole number without a fraction, a date in UTC without a zone.
    package var writtenText: String {
        switch self {
        case .text(let text): text
        case .number(let number): wholeNumber.map(String.init) ?? String(number)
        case .date(let date): CalendarDate(date).text()
        }
    }

    /// The number, if it is one without a fraction that is exact.
    package var wholeNumber: Int? {
        guard case .number(let number) = self, abs(number) <= 9_007_199_254_740_992 else { return nil }
        return Int(exactly: number)
    }
}
