package import FoundationEssentials

/// Dates as clouds write them: RFC 3339 in UTC, or Airship's form of it without zone and with a blank in the middle.
package enum CloudDate {
    /// Reads `2026-11-21T08:00:00.000Z`, `2026-11-21T08:00:00Z`, `2026-11-21T08:00:00` or `2026-11-21 08:00:00`.
    ///
    /// - Returns: None for anything else, and for a year before 1970 or after 9999.
    package static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard (19...35).contains(bytes.count), bytes[4] == 0x2D, bytes[7] == 0x2D,
            bytes[10] == 0x54 || bytes[10] == 0x20,
            bytes[13] == 0x3A, bytes[16] == 0x3A
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(0 as Int?) { sum, byte in
                (0x30...0x39).contains(byte) ? sum.map { $0 * 10 + Int(byte - 0x30) } : nil
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19), year >= 1970, (1...12).contains(month),
            (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == 0x2E {
            var place = 0.1
            rest = rest.dropFirst()
            while let digit = rest.first, (0x30...0x39).contains(digit) {
                fraction += Double(digit - 0x30) * place
                place /= 10
                rest = rest.dropFirst()
            }
        }
        guard rest.isEmpty || Array(rest) == [0x5A] || Array(rest) == Array("+00:00".utf8) else { return nil }
        let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    /// How many days of the Gregorian calendar a day is after 1970-01-01.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
