import CivilTime
import Testing

@Suite struct DayTests {
    @Test(arguments: [
        ("2026-11-21", Weekday.saturday), ("2026-11-22", .sunday), ("2024-02-29", .thursday), ("2000-01-01", .saturday),
        ("1970-01-01", .thursday), ("2100-03-01", .monday), ("0001-01-01", .monday), ("9999-12-31", .friday),
    ])
    func daysAreReadAndHaveTheirWeekday(text: String, weekday: Weekday) throws {
        let day = try Day.at(text)
        #expect(day.description == text)
        #expect(day.weekday == weekday)
    }

    @Test(arguments: [
        "", "2026-11-1", "2026-13-01", "2026-00-01", "2025-02-29", "2100-02-29", "2026-11-31", "0000-01-01",
        "2026/11/21", "+026-11-21", "2026-11-21 ", "２０２６-11-21", "-001-01-01",
    ])
    func otherTextsAreNoDays(text: String) { #expect(Day(text) == nil) }

    @Test func everyDayOfFourCenturiesComesAfterTheOneBefore() throws {
        var day = try Day.at("1900-01-01")
        for year in 1900..<2300 {
            for month in 1...12 {
                let month = Month(year: year, month: month)
                #expect(month.days.first == day && month.firstDay.month == month)
                day = day + month.length
            }
        }
        #expect(day == Day("2300-01-01"))
    }

    @Test func theLeapDayHasItsPlace() throws {
        let day = try Day.at("2028-02-29")
        #expect(day + 1 == Day("2028-03-01") && day - 1 == Day("2028-02-28"))
        #expect(day.month.length == 29 && day.month.days.last == day)
        #expect(Month("2028-02")?.next == Month("2028-03") && Month("2028-01")?.previous == Month("2027-12"))
        #expect(Month("2028-2") == nil && Month("2028-13") == nil)
    }

    @Test(arguments: [
        (Weekday.monday, "2026-11-16"), (.sunday, "2026-11-22"), (.saturday, "2026-11-21"),
    ])
    func weeksBeginOnTheChosenDay(first: Weekday, start: String) throws {
        let sunday = try Day.at("2026-11-22")
        #expect(sunday.startOfWeek(first) == Day(start))
        #expect(Weekday.week(from: first).first == first && Set(Weekday.week(from: first)).count == 7)
        for offset in 0..<7 { #expect((try Day.at(start) + offset).startOfWeek(first) == Day(start)) }
    }

    @Test func timesOfDayAreReadAndWritten() throws {
        #expect(TimeOfDay("03:05")?.minutes == 185)
        #expect(TimeOfDay("23:59")?.description == "23:59")
        #expect(try TimeOfDay.at("02:59") < TimeOfDay.at("03:00"))
        for text in ["", "3:00", "24:00", "12:60", "12:3", "-1:00", "12.30", "12:300"] {
            #expect(TimeOfDay(text) == nil)
        }
        #expect(TimeOfDay(minutes: 1440) == nil && TimeOfDay(minutes: -1) == nil)
    }
}
