import CloudCore
import Foundation
import Testing

@Suite struct CalendarDateTests {
    @Test(arguments: [
        (2026, 3, 1), (1970, 1, 1), (1969, 12, 31), (2000, 2, 29), (1900, 2, 28), (1, 1, 1), (9999, 12, 31),
    ])
    func aDateComesBack(year: Int, month: Int, day: Int) throws {
        let date = try #require(CalendarDate(year, month, day, hour: 23, minute: 59, second: 58))
        #expect(CalendarDate(date.date) == date)
        #expect((date.year, date.month, date.day) == (year, month, day))
        #expect(date.time == 86_398)
    }

    @Test(arguments: [
        (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (10_000, 1, 1),
        (-1, 1, 1), (0, 12, 31),
    ])
    func whatIsNoDayIsRefused(year: Int, month: Int, day: Int) { #expect(CalendarDate(year, month, day) == nil) }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2028-01-31", 1, "2028-02-29"), ("2026-01-31", -2, "2025-11-30"),
        ("2026-12-15", 1, "2027-01-15"), ("2026-01-15", -1, "2025-12-15"), ("2028-02-29", 12, "2029-02-28"),
        ("2028-02-29", -48, "2024-02-29"), ("2026-06-15", 0, "2026-06-15"),
    ])
    func monthsAreAdded(start: String, months: Int, end: String) throws {
        let numbers = start.split(separator: "-").compactMap { Int($0) }
        let date = try #require(CalendarDate(numbers[0], numbers[1], numbers[2], hour: 8))
        #expect(date.adding(months: months).text() == "\(end)T08:00:00")
    }

    @Test(arguments: [
        (DateUnit.years, "2026-01-01T00:00:00", "2027-11-21T08:30:15"),
        (.months, "2026-11-01T00:00:00", "2026-12-21T08:30:15"), (.days, "2026-11-21T00:00:00", "2026-11-22T08:30:15"),
        (.hours, "2026-11-21T08:00:00", "2026-11-21T09:30:15"),
        (.minutes, "2026-11-21T08:30:00", "2026-11-21T08:31:15"),
    ])
    func unitsBeginAndAreAdded(unit: DateUnit, start: String, next: String) throws {
        let date = try #require(CalendarDate(2026, 11, 21, hour: 8, minute: 30, second: 15)).date
        #expect(CalendarDate(unit.start(of: date)).text() == start)
        #expect(CalendarDate(unit.adding(1, to: date)).text() == next)
    }
}
