import CivilDates

/// A date or a time of day in a card's text: `{{DATE(…)}}`, `{{DATE(…, SHORT)}}`, `{{TIME(…)}}`.
///
/// The syntax is strict, as in other renderers: upper case, and at most one space, before the format. Text with another
/// syntax is not a macro and is not changed.
struct DateMacro {
    enum Format {
        case compact, day, short, long, time
    }

    let timestamp: CardTimestamp
    let format: Format
    /// Length of the macro, in bytes.
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
        // A format of this project.
        if name.elementsEqual("DAY".utf8) { return .day }
        if name.elementsEqual("SHORT".utf8) { return .short }
        return name.elementsEqual("LONG".utf8) ? .long : nil
    }
}

/// A point in time in a card: `2017-02-14T06:08:00Z` or with an offset such as `+01:00`, without fractions.
struct CardTimestamp {
    /// Seconds since 1970 in UTC.
    let secondsSince1970: Int

    /// Parses a point in time; `nil` if it does not exist, such as February 30.
    init?(_ text: ArraySlice<UInt8>) {
        guard let time = CivilTimestamp(text), time.separator == UInt8(ascii: "T"), time.isDayOfMonth, time.second < 60,
            let offset = Self.offset(Array(text.dropFirst(CivilTimestamp.length)))
        else { return nil }
        secondsSince1970 = time.secondsSince1970 - offset
    }

    private static func offset(_ zone: [UInt8]) -> Int? {
        if zone.elementsEqual("Z".utf8) { return 0 }
        guard zone.count == 6, zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"),
            zone[3] == UInt8(ascii: ":"), let hours = CivilTimestamp.number(zone[1..<3]),
            let minutes = CivilTimestamp.number(zone[4..<6]), hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return zone[0] == UInt8(ascii: "+") ? seconds : -seconds
    }
}
