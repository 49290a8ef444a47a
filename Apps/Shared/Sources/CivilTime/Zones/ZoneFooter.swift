/// The rule at the end of a TZif file for times after the last transition, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// It is the `TZ` variable of POSIX with the extensions of RFC 9636, section 3.3.1.
struct ZoneFooter: Hashable, Sendable {
    /// A day of each year on which the clock changes, and the local time of the change in seconds.
    struct Change: Hashable, Sendable {
        enum Rule: Hashable, Sendable {
            /// Day 1 to 365; 29 February is never counted.
            case julian(Int)
            /// Day 0 to 365; 29 February is counted.
            case dayOfYear(Int)
            /// The `week`-th weekday (0 for Sunday) of a month; week 5 is the last.
            case weekday(month: Int, week: Int, day: Int)
        }

        var rule: Rule
        var time: Int

        /// Returns the local time of the change in a year, in seconds since 1970.
        func local(in year: Int) -> Int {
            let first = Day(unchecked: year, 1, 1)
            let day: Day =
                switch rule {
                case .julian(let number):
                    first + number - 1 + (number > 59 && Month(year: year, month: 2).length == 29 ? 1 : 0)
                case .dayOfYear(let number): first + number
                case .weekday(let month, let week, let weekday):
                    Self.day(Month(year: year, month: month), week: week, weekday: weekday)
                }
            return day.number * 86_400 + time
        }

        private static func day(_ month: Month, week: Int, weekday: Int) -> Day {
            let first = month.firstDay
            let day = first + (weekday - first.weekday.index + 7) % 7 + (week - 1) * 7
            return day.month == month ? day : day - 7
        }
    }

    /// The daylight saving time of a zone.
    struct Daylight: Hashable, Sendable {
        var offset: Int
        var start: Change
        var end: Change
    }

    private let standard: Int
    private let daylight: Daylight?

    /// Parses a footer; returns `nil` if it is not one.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= 200 else { return nil }
        var scanner = FooterScanner(bytes)
        guard scanner.name(), let standard = scanner.offset() else { return nil }
        self.standard = standard
        guard !scanner.isAtEnd else {
            daylight = nil
            return
        }
        guard scanner.name() else { return nil }
        // Without an offset the clock is set forward by an hour.
        var offset = standard + 3600
        if scanner.peek != UInt8(ascii: ",") {
            guard let given = scanner.offset() else { return nil }
            offset = given
        }
        guard scanner.take(","), let start = scanner.change(), scanner.take(","), let end = scanner.change(),
            scanner.isAtEnd
        else { return nil }
        daylight = Daylight(offset: offset, start: start, end: end)
    }

    /// Returns the spans that begin in the years around two times, in order.
    func spans(from start: Int, to end: Int) -> [ZoneRules.Span] {
        guard let daylight else { return [] }
        // A year that no calendar of ours reaches is not computed.
        let first = Day(number: min(max(start / 86_400, Day.first.number), Day.last.number)).date.year - 1
        let last = Day(number: min(max(end / 86_400, Day.first.number), Day.last.number)).date.year + 1
        return (first...last).flatMap { year in
            [
                ZoneRules.Span(start: daylight.start.local(in: year) - standard, offset: daylight.offset),
                ZoneRules.Span(start: daylight.end.local(in: year) - daylight.offset, offset: standard),
            ]
        }
        .sorted { $0.start < $1.start }
    }
}

/// Reads the parts of a footer.
private struct FooterScanner {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }
    var peek: UInt8? { rest.first }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads a name: at least three letters, or anything in angle brackets.
    mutating func name() -> Bool {
        if take("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")), end > rest.startIndex else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let letters = rest.prefix { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard (1...3).contains(digits.count), let value = Digits.number(digits), range.contains(value) else {
            return nil
        }
        rest = rest.dropFirst(digits.count)
        return value
    }

    /// Reads an offset west of UTC, and returns the seconds to add to UTC.
    mutating func offset() -> Int? { time(hours: 24).map { -$0 } }

    /// Reads `[+-]h[:m[:s]]` and returns seconds.
    mutating func time(hours limit: Int) -> Int? {
        let sign = take("-") ? -1 : 1
        if sign == 1 { _ = take("+") }
        guard let hours = number(0...limit) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] {
            guard take(":") else { break }
            guard let value = number(0...59) else { return nil }
            seconds += value * unit
        }
        return sign * seconds
    }

    mutating func change() -> ZoneFooter.Change? {
        let rule: ZoneFooter.Change.Rule
        if take("M") {
            guard let month = number(1...12), take("."), let week = number(1...5), take("."), let day = number(0...6)
            else { return nil }
            rule = .weekday(month: month, week: week, day: day)
        } else if take("J") {
            guard let day = number(1...365) else { return nil }
            rule = .julian(day)
        } else {
            guard let day = number(0...365) else { return nil }
            rule = .dayOfYear(day)
        }
        var local = 7200
        if take("/") {
            guard let given = time(hours: 167) else { return nil }
            local = given
        }
        return ZoneFooter.Change(rule: rule, time: local)
    }
}
