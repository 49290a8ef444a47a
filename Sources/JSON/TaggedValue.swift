public import FoundationEssentials

/// Dates and data on the wire: objects with one tagged member.
///
/// A date is `{"$date": "2026-11-21T08:00:00.000Z"}` (RFC 3339, UTC, milliseconds), data is `{"$data": "base64"}`.
extension JSONValue {
    private static let dateFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    private static let wholeSecondsFormat = Date.ISO8601FormatStyle()

    /// Tags a date; what is finer than a millisecond is lost.
    public init(_ date: Date) {
        // Half a millisecond more, since the format cuts off where it should round.
        let rounded = Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000 + 0.000_1)
        self = .object(["$date": .string(rounded.formatted(Self.dateFormat))])
    }

    /// Tags data.
    public init(_ data: Data) { self = .object(["$data": .string(data.base64EncodedString())]) }

    /// The date, if this is a tagged one.
    public var dateValue: Date? {
        guard case .object(let members) = self, members.count == 1, let text = members["$date"]?.stringValue else {
            return nil
        }
        let date = (try? Self.dateFormat.parse(text)) ?? (try? Self.wholeSecondsFormat.parse(text))
        // The format's arithmetic is off by parts of a microsecond: whole milliseconds compare as equal.
        return date.map { Date(timeIntervalSince1970: ($0.timeIntervalSince1970 * 1000).rounded() / 1000) }
    }

    /// The data, if this is tagged.
    public var dataValue: Data? {
        guard case .object(let members) = self, members.count == 1 else { return nil }
        return members["$data"]?.stringValue.flatMap { Data(base64Encoded: $0) }
    }
}
