/// A day of the Gregorian calendar, without a time zone, counted from 1 January 1970.
///
/// Its text is `2026-11-21`. Years 1 to 9999 are supported.
public struct Day: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1 January 1970; negative before it.
    public var number: Int

    /// The first supported day, 1 January of the year 1.
    public static let first = Day(number: -719_162)
    /// The last supported day, 31 December 9999.
    public static let last = Day(number: 2_932_896)

    /// Creates a day from its number.
    public init(number: Int) { self.number = number }

    /// Creates a day from its date.
    ///
    /// - Returns: `nil` if there is no such day, such as 29 February 2025.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Month(year: year, month: month).length).contains(day)
        else { return nil }
        self.init(unchecked: year, month, day)
    }

    /// Parses `2026-11-21`; returns `nil` for any other text and for a day that does not exist.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[5..<7]),
            let day = Digits.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Creates a day from a date whose month is 1 to 12.
    ///
    /// This is `days_from_civil` of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms": years begin in March
    /// there, so that the leap day comes last.
    public init(unchecked year: Int, _ month: Int, _ day: Int) {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        number = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The year, the month (1 to 12) and the day of the month.
    public var date: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The day of the week.
    public var weekday: Weekday { Weekday(index: ((number + 4) % 7 + 7) % 7) }

    /// The month that contains the day.
    public var month: Month {
        let date = date
        return Month(year: date.year, month: date.month)
    }

    /// The first day of the week that contains the day.
    ///
    /// - Parameter first: The weekday on which weeks begin.
    /// - Returns: The day.
    public func startOfWeek(_ first: Weekday) -> Day {
        self - (weekday.index - first.index + 7) % 7
    }

    /// The day in the form `2026-11-21`.
    public var description: String {
        let date = date
        return "\(Digits.pad(date.year, 4))-\(Digits.pad(date.month, 2))-\(Digits.pad(date.day, 2))"
    }

    /// Returns the day that is a number of days later.
    public static func + (day: Day, count: Int) -> Day { Day(number: day.number + count) }

    /// Returns the day that is a number of days earlier.
    public static func - (day: Day, count: Int) -> Day { Day(number: day.number - count) }

    /// Compares two days by date.
    public static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}

/// A month of a year.
public struct Month: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The year.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int

    /// Creates a month, without a check.
    public init(year: Int, month: Int) {
        self.year = year
        self.month = month
    }

    /// Parses `2026-11`; returns `nil` for any other text.
    public init?(_ text: String) {
        guard let day = Day(text + "-01") else { return nil }
        self = day.month
    }

    /// The number of days, 28 to 31.
    public var length: Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The first day.
    public var firstDay: Day { Day(unchecked: year, month, 1) }
    /// The days, in order.
    public var days: [Day] { (0..<length).map { firstDay + $0 } }
    /// The month before.
    public var previous: Month { month == 1 ? Month(year: year - 1, month: 12) : Month(year: year, month: month - 1) }
    /// The month after.
    public var next: Month { month == 12 ? Month(year: year + 1, month: 1) : Month(year: year, month: month + 1) }

    /// The month in the form `2026-11`.
    public var description: String { "\(Digits.pad(year, 4))-\(Digits.pad(month, 2))" }

    /// Compares two months by date.
    public static func < (left: Month, right: Month) -> Bool { (left.year, left.month) < (right.year, right.month) }
}

/// Decimal digits of dates and times.
public enum Digits {
    /// Reads a number of decimal digits; returns `nil` if there is another byte.
    public static func number(_ digits: some Collection<UInt8>) -> Int? {
        digits.reduce(0 as Int?) { sum, byte in
            (0x30...0x39).contains(byte) ? sum.map { $0 * 10 + Int(byte - 0x30) } : nil
        }
    }

    /// Returns a number with leading zeros.
    public static func pad(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
