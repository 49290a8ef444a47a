import CivilDates
import Testing

@Suite struct GregorianDayTests {
    @Test(arguments: [
        (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017), (2026, 11, 21, 20_778),
        (9999, 12, 31, 2_932_896), (1, 1, 1, -719_162), (0, 3, 1, -719_468), (-1, 12, 31, -719_529),
    ])
    func aDateHasItsNumber(year: Int, month: Int, day: Int, number: Int) {
        let civil = GregorianDay(year: year, month: month, day: day)
        #expect(civil.number == number)
        #expect(civil.date == (year, month, day))
        #expect(civil == GregorianDay(number: number))
    }

    @Test func everyDayOfEightHundredYearsComesAfterTheOneBefore() {
        var number = GregorianDay(year: 1600, month: 1, day: 1).number
        for year in 1600..<2400 {
            for month in 1...12 {
                for day in 1...GregorianDay.count(year: year, month: month) {
                    #expect(GregorianDay(year: year, month: month, day: day).number == number)
                    #expect(GregorianDay(number: number).date == (year, month, day))
                    number += 1
                }
            }
        }
    }

    @Test func aDayBeyondTheMonthCountsOn() {
        #expect(GregorianDay(year: 2026, month: 2, day: 31) == GregorianDay(year: 2026, month: 3, day: 3))
    }

    @Test func secondsBelongToTheirDay() {
        for number in [-2, -1, 0, 1, 20_778] {
            let day = GregorianDay(number: number)
            #expect(GregorianDay(containing: day.firstSecond) == day)
            #expect(GregorianDay(containing: day.firstSecond + 86_399) == day)
        }
    }

    @Test func weekdaysGoFromSundayToSaturday() {
        // 4 January 1970 was a Sunday.
        #expect((0..<8).map { GregorianDay(number: 3 + $0).weekday } == [1, 2, 3, 4, 5, 6, 7, 1])
        #expect(GregorianDay(number: -4).weekday == 1)
        #expect(GregorianDay(year: 2026, month: 11, day: 22).weekday == 1)
    }
}

@Suite struct CivilTimestampTests {
    @Test func itReadsTheNumbers() throws {
        let time = try #require(CivilTimestamp("2026-11-21 08:30:15.5Z".utf8))
        #expect([time.year, time.month, time.day, time.hour, time.minute, time.second] == [2026, 11, 21, 8, 30, 15])
        #expect(time.separator == UInt8(ascii: " "))
        #expect(time.secondsSince1970 == 1_795_249_815)
        #expect(time.isDayOfMonth)
    }

    @Test(arguments: [
        "2026-11-21T08:30:1", "2026-13-01T00:00:00", "2026-00-01T00:00:00", "2026-01-32T00:00:00",
        "2026-01-01T24:00:00", "2026-01-01T00:60:00", "2026-01-01T00:00:61", "2026/01-01T00:00:00",
        "2026-01-01T00.00:00", "+026-01-01T00:00:00", "２０26-01-01T00:00:00", "",
    ])
    func whatIsNoTimestampIsRefused(text: String) { #expect(CivilTimestamp(text.utf8) == nil) }

    @Test(arguments: [("2023-02-29T00:00:00", false), ("2024-02-29T00:00:00", true), ("2026-04-31T00:00:00", false)])
    func aDayIsOneOfTheMonthOrNot(text: String, isDay: Bool) throws {
        #expect(try #require(CivilTimestamp(text.utf8)).isDayOfMonth == isDay)
    }
}
