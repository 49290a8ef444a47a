package import CloudStore
package import Foundation

/// What a selector asks of the value of an attribute.
///
/// Values are compared with their like: texts as texts with their case, dates as dates, and numbers with numbers and
/// with texts that write one. A value of another kind never passes.
package enum AttributeTest: Hashable, Sendable {
    /// There is no value.
    case isEmpty
    /// It is this one.
    case equals(AttributeValue)
    /// A text is in it, or in what it is written as, by bytes.
    case contains(String)
    /// It is less than this one, or comes before it.
    case less(AttributeValue)
    /// It is greater than this one, or comes after it.
    case greater(AttributeValue)
    /// It is a date no later than this one.
    case before(DateBound)
    /// It is a date no earlier than this one.
    case after(DateBound)
    /// It is a date from the first one on, and before the second.
    case range(Date, Date)
    /// Parts of it are those of a date; of when the push is sent, if there is none.
    case falls(DateParts, CalendarDate?)

    /// Whether one value passes, for a push that is sent at a date; what asks for no value is passed by none.
    func passes(_ reading: AttributeReading, at now: Date) -> Bool {
        switch (self, reading.value) {
        case (.isEmpty, _): false
        case (.equals(let other), _): Self.order(reading, other).map { $0 == .orderedSame } ?? false
        case (.less(let other), _): Self.order(reading, other).map { $0 == .orderedAscending } ?? false
        case (.greater(let other), _): Self.order(reading, other).map { $0 == .orderedDescending } ?? false
        case (.contains(let part), _): reading.contains(part)
        case (.before(let bound), .date(let date)): date <= bound.date(at: now)
        case (.after(let bound), .date(let date)): date >= bound.date(at: now)
        case (.range(let start, let end), .date(let date)): start <= date && date < end
        case (.falls(let parts, let day), .date(let date)):
            parts.areSame(CalendarDate(date), day ?? CalendarDate(now))
        default: false
        }
    }

    /// How two values are ordered; none if they are not alike.
    private static func order(_ reading: AttributeReading, _ other: AttributeValue) -> ComparisonResult? {
        switch (reading.value, other) {
        case (.text(let one), .text(let other)):
            // By bytes, as the store compares them: what looks alike and is written differently is not the same.
            if one.utf8.elementsEqual(other.utf8) { return .orderedSame }
            return one.utf8.lexicographicallyPrecedes(other.utf8) ? .orderedAscending : .orderedDescending
        case (.date(let one), .date(let other)): return one.compare(other)
        case (_, .number(let other)):
            guard let one = reading.number else { return nil }
            return one < other ? .orderedAscending : one == other ? .orderedSame : .orderedDescending
        default: return nil
        }
    }
}
