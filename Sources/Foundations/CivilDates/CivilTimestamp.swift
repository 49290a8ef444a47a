/// The numbers of a timestamp such as `2026-11-21T08:00:00`, before any fraction and time zone, as in RFC 3339.
package struct CivilTimestamp: Hashable, Sendable {
    /// The length of a timestamp in bytes.
    package static let length = 19

    package let year: Int
    /// The month, 1 to 12.
    package let month: Int
    /// The day, 1 to 31; it may exceed the length of the month, see ``isDayOfMonth``.
    package let day: Int
    package let hour: Int
    package let minute: Int
    /// The second, 0 to 60.
    package let second: Int
    /// The byte between date and time.
    package let separator: UInt8

    /// Parses the first ``length`` bytes; `nil` if they are not a timestamp.
    package init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(Self.length))
        guard bytes.count == Self.length, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10]), let hour = Self.number(bytes[11..<13]),
            let minute = Self.number(bytes[14..<16]), let second = Self.number(bytes[17..<19]),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
        separator = bytes[10]
    }

    /// `true` if the month has such a day.
    package var isDayOfMonth: Bool { day <= GregorianDay.count(year: year, month: month) }

    /// The seconds since 1970, if the timestamp is in UTC.
    package var secondsSince1970: Int {
        GregorianDay(year: year, month: month, day: day).firstSecond + hour * 3600 + minute * 60 + second
    }

    /// Parses a number of decimal digits; `nil` if there is any other byte.
    package static func number(_ digits: some Collection<UInt8>) -> Int? {
        digits.reduce(0 as Int?) { sum, byte in
            (0x30...0x39).contains(byte) ? sum.map { $0 * 10 + Int(byte - 0x30) } : nil
        }
    }
}

/// Parses the date format of HTTP (RFC 9110, IMF-fixdate), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns the seconds since 1970 of a date; `nil` for other text.
    package static func secondsSince1970(_ text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
            let month = months.firstIndex(of: words[2]), (1...31).contains(day), (1970...9999).contains(year)
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        let start = GregorianDay(year: year, month: month + 1, day: day).firstSecond
        return start + time[0] * 3600 + time[1] * 60 + time[2]
    }
}
