import JSON
import Testing
import TodayProtocol

@Suite struct CivilDayTests {
    @Test(arguments: [("2026-11-21", 2026, 11, 21), ("0001-01-01", 1, 1, 1), ("9999-12-31", 9999, 12, 31)])
    func readsAndWritesADay(text: String, year: Int, month: Int, day: Int) throws {
        let value = try #require(CivilDay(text))
        #expect(value == CivilDay(year: year, month: month, day: day))
        #expect(value.description == text)
        #expect(try JSONValue(encoding: value) == .string(text))
        #expect(try JSONValue.string(text).decode(CivilDay.self) == value)
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-11-21-1", "26-11-21", "2026-1-21", "2026-11-1", "2026-13-01", "2026-00-01",
        "2026-11-00", "2026-11-32", "+026-11-21", "2026-+1-21", "2026-11-+1", "-026-11-21", " 026-11-21", "2026/11/21",
        "2026-11-21T08:00:00Z", "2026-11-2１",
    ])
    func refusesWhatIsNoDay(text: String) {
        #expect(CivilDay(text) == nil)
        #expect(throws: DecodingError.self) { try JSONValue.string(text).decode(CivilDay.self) }
    }

    @Test func daysAreInOrder() throws {
        let texts = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-01"]
        let days = try texts.map { try #require(CivilDay($0)) }
        #expect(days.reversed().sorted() == days)
    }
}
