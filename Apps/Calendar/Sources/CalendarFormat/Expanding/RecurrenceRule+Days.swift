public import CivilTime

extension RecurrenceRule {
    /// Returns the days on which an event repeats, in order.
    ///
    /// - Parameters:
    ///   - start: The day of the first time, which is a result only if the rule selects it.
    ///   - range: The days that are wanted.
    ///   - last: The last day that ``until`` permits; `nil` without one.
    ///   - steps: How many days may still be examined; what was used is subtracted. At 0 the result may be incomplete.
    /// - Returns: The days in the range.
    public func days(from start: Day, in range: ClosedRange<Day>, last: Day? = nil, steps: inout Int) -> [Day] {
        let rule = completed(start)
        let end = min(last ?? range.upperBound, range.upperBound)
        var result: [Day] = []
        var found = 0
        // Periods are independent, so without a count those before the range are skipped.
        var index = count == nil ? rule.index(of: range.lowerBound, start) : 0
        while let period = rule.period(index, start), period.first <= end, steps > 0 {
            index += 1
            for day in rule.selected(period, steps: &steps) where day >= start {
                guard day <= end else { return result }
                found += 1
                if let count, found > count { return result }
                if day >= range.lowerBound { result.append(day) }
            }
        }
        return result
    }

    /// The rule with the parts that it takes from the first time.
    private func completed(_ start: Day) -> RecurrenceRule {
        var rule = self
        guard weekdays.isEmpty, monthDays.isEmpty, yearDays.isEmpty else { return rule }
        switch frequency {
        case .daily: break
        case .weekly: rule.weekdays = [WeekdayRule(ordinal: nil, weekday: start.weekday)]
        case .monthly: rule.monthDays = [start.date.day]
        case .yearly:
            if months.isEmpty { rule.months = [start.date.month] }
            rule.monthDays = [start.date.day]
        }
        return rule
    }

    // MARK: Periods

    /// The days of a period in which days are selected.
    private struct Period {
        var first: Day
        var days: [Day]
    }

    /// The number of the last used period that is not after a day's.
    private func index(of day: Day, _ start: Day) -> Int {
        guard day > start else { return 0 }
        let distance =
            switch frequency {
            case .daily: day.number - start.number
            case .weekly: (day.number - start.startOfWeek(weekStart).number) / 7
            case .monthly: (day.date.year - start.date.year) * 12 + day.date.month - start.date.month
            case .yearly: day.date.year - start.date.year
            }
        return distance / interval
    }

    /// Returns a period by its number; `nil` after the year 9999.
    private func period(_ index: Int, _ start: Day) -> Period? {
        let (offset, overflow) = index.multipliedReportingOverflow(by: interval)
        guard !overflow, offset < 4_000_000 else { return nil }
        let date = start.date
        switch frequency {
        case .daily:
            let day = start + offset
            return day > .last ? nil : Period(first: day, days: [day])
        case .weekly:
            let first = start.startOfWeek(weekStart) + offset * 7
            return first + 6 > .last ? nil : Period(first: first, days: (0..<7).map { first + $0 })
        case .monthly:
            let number = date.year * 12 + date.month - 1 + offset
            guard number / 12 <= 9999 else { return nil }
            let month = Month(year: number / 12, month: number % 12 + 1)
            return Period(first: month.firstDay, days: month.days)
        case .yearly:
            let year = date.year + offset
            guard year <= 9999 else { return nil }
            let used = months.isEmpty ? Array(1...12) : Array(Set(months)).sorted()
            let days = used.flatMap { Month(year: year, month: $0).days }
            return Period(first: Day(unchecked: year, 1, 1), days: days)
        }
    }

    // MARK: Selecting

    private func selected(_ period: Period, steps: inout Int) -> [Day] {
        steps -= period.days.count
        let days = period.days.filter(selects)
        guard !positions.isEmpty else { return days }
        let indices = positions.map { $0 > 0 ? $0 - 1 : days.count + $0 }
        return Set(indices.filter { days.indices.contains($0) }).sorted().map { days[$0] }
    }

    private func selects(_ day: Day) -> Bool {
        let date = day.date
        if !months.isEmpty, !months.contains(date.month) { return false }
        if !weekdays.isEmpty, !weekdays.contains(where: { selects(day, $0) }) { return false }
        if !monthDays.isEmpty {
            let length = Month(year: date.year, month: date.month).length
            guard monthDays.contains(date.day) || monthDays.contains(date.day - length - 1) else { return false }
        }
        if !yearDays.isEmpty {
            let (number, length) = Self.place(of: day, inYear: date.year)
            guard yearDays.contains(number + 1) || yearDays.contains(number - length) else { return false }
        }
        return true
    }

    private func selects(_ day: Day, _ rule: WeekdayRule) -> Bool {
        guard day.weekday == rule.weekday else { return false }
        guard let ordinal = rule.ordinal else { return true }
        let number: Int
        let length: Int
        switch frequency {
        case .daily, .weekly: return true
        case .yearly where months.isEmpty: (number, length) = Self.place(of: day, inYear: day.date.year)
        case .monthly, .yearly: (number, length) = (day.date.day - 1, day.month.length)
        }
        return ordinal > 0 ? number / 7 == ordinal - 1 : (length - 1 - number) / 7 == -ordinal - 1
    }

    /// The days since the beginning of the year, and how many days it has.
    private static func place(of day: Day, inYear year: Int) -> (number: Int, length: Int) {
        (day.number - Day(unchecked: year, 1, 1).number, Month(year: year, month: 2).length == 29 ? 366 : 365)
    }
}
