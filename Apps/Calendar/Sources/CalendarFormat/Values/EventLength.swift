import CivilTime

/// How long an event is.
public enum EventLength: Codable, Hashable, Sendable {
    /// It ends at a time (`DTEND`).
    case end(EventTime)
    /// It ends after a number of days of the calendar and then of seconds (`DURATION`).
    case duration(days: Int, seconds: Int)
    /// It says nothing: a day lasts a day, and a time is a point in time.
    case unknown

    /// Reads a duration such as `PT1H30M`, `P1D` or `P2W` (RFC 5545, section 3.3.6); `nil` if it is none or negative.
    static func duration(_ text: some StringProtocol) -> (days: Int, seconds: Int)? {
        var rest = Array(text.utf8)[...]
        if rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        var (days, seconds) = (0, 0)
        var isTime = false
        while let next = rest.first {
            if next == UInt8(ascii: "T"), !isTime {
                isTime = true
                rest.removeFirst()
                if rest.isEmpty { return nil }
                continue
            }
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            guard (1...7).contains(digits.count), let number = Digits.number(digits), let unit = rest.popFirst()
            else { return nil }
            switch (unit, isTime) {
            case (UInt8(ascii: "W"), false): days += number * 7
            case (UInt8(ascii: "D"), false): days += number
            case (UInt8(ascii: "H"), true): seconds += number * 3600
            case (UInt8(ascii: "M"), true): seconds += number * 60
            case (UInt8(ascii: "S"), true): seconds += number
            default: return nil
            }
        }
        return (days, seconds)
    }
}
