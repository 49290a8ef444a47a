/// A date or a time of day in a card's text: `{{DATE(…)}}`, `{{DATE(…, SHORT)}}`, `{{TIME(…)}}`.
///
/// The syntax is strict, as in other renderers: upper case, at most one space and only before the format. Text with
/// another syntax is not a macro and is not changed.
struct DateMacro {
    enum Format {
        case compact, short, long, time
    }

    let timestamp: CardTimestamp
    let format: Format
    /// The length of the macro in bytes.
    let length: Int

    /// Parses the macro at the start of the bytes.
    init?(_ bytes: ArraySlice<UInt8>) {
        // Every macro is shorter than this.
        let head = bytes.prefix(64)
        let isDate = head.starts(with: "{{DATE(".utf8)
        guard isDate || head.starts(with: "{{TIME(".utf8), let close = head.firstIndex(of: UInt8(ascii: ")")),
            head.dropFirst(close - head.startIndex).starts(with: ")}}".utf8)
        else { return nil }
        let content = head[(head.startIndex + 7)..<close]
        let parts = content.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard let timestamp = CardTimestamp(parts[0]) else { return nil }
        self.timestamp = timestamp
        length = close + 3 - head.startIndex
        if parts.count == 1 {
            format = isDate ? .compact : .time
        } else {
            guard isDate, parts.count == 2, let format = Self.format(parts[1]) else { return nil }
            self.format = format
        }
    }

    private static func format(_ text: ArraySlice<UInt8>) -> Format? {
        let name = text.first == 0x20 ? text.dropFirst() : text
        if name.elementsEqual("COMPACT".utf8) { return .compact }
        if name.elementsEqual("SHORT".utf8) { return .short }
        return name.elementsEqual("LONG".utf8) ? .long : nil
    }
}

/// A point in time in a card: `2017-02-14T06:08:00Z` or with an offset such as `+01:00`, without fractions.
struct CardTimestamp {
    /// Seconds since 1970 in UTC.
    let secondsSince1970: Int

    /// Parses a point in time; returns `nil` if it does not exist, such as the 30th of February.
    init?(_ text: ArraySlice<UInt8>) {
        let bytes = Array(text)
        guard bytes.count == 20 || bytes.count == 25,
            let year = Self.number(bytes, 0, 4), bytes[4] == UInt8(ascii: "-"),
            let month = Self.number(bytes, 5, 2), bytes[7] == UInt8(ascii: "-"),
            let day = Self.number(bytes, 8, 2), bytes[10] == UInt8(ascii: "T"),
            let hour = Self.number(bytes, 11, 2), bytes[13] == UInt8(ascii: ":"),
            let minute = Self.number(bytes, 14, 2), bytes[16] == UInt8(ascii: ":"),
            let second = Self.number(bytes, 17, 2), let offset = Self.offset(bytes),
            (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year), hour < 24, minute < 60,
            second < 60
        else { return nil }
        secondsSince1970 =
            Self.daysSince1970(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second
            - offset
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
        var value = 0
        for byte in bytes[start..<start + count] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }

    private static func offset(_ bytes: [UInt8]) -> Int? {
        if bytes.count == 20 { return bytes[19] == UInt8(ascii: "Z") ? 0 : nil }
        guard bytes[19] == UInt8(ascii: "+") || bytes[19] == UInt8(ascii: "-"), bytes[22] == UInt8(ascii: ":"),
            let hours = number(bytes, 20, 2), let minutes = number(bytes, 23, 2), hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return bytes[19] == UInt8(ascii: "+") ? seconds : -seconds
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Returns the number of days since 1970 in the Gregorian calendar, with years that begin in March so that leap
    /// days come last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
