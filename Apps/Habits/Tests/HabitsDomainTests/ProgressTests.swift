import HabitsDomain
import Testing

@Suite struct ProgressTests {
    private static let today = Day("2026-11-22") ?? .first  // A Sunday.

    /// Reads marks from a text that ends today: `x` done, `s` skipped, `.` open.
    private static func marks(_ text: String) -> (marks: MarkTable, first: Day?) {
        var table: [Day: Mark] = [:]
        for (offset, character) in text.reversed().enumerated() where character != "." {
            table[today - offset] = character == "x" ? .done : .skipped
        }
        return (MarkTable(table), table.keys.min())
    }

    private static func streak(_ schedule: Schedule, _ text: String, first: Weekday = .monday) -> [Int] {
        let (marks, day) = marks(text)
        let streak = Streak(DueRule(schedule, firstWeekday: first), first: day, today: today) { marks[$0] }
        return [streak.current, streak.record]
    }

    @Test(arguments: [
        ("", [0, 0]), ("x", [1, 1]), (".", [0, 0]), ("xx", [2, 2]), ("x.", [1, 1]), ("x..", [0, 1]),
        ("xxx.xx", [2, 3]),
        ("xx.xxx.", [3, 3]), ("xsx", [2, 2]), ("xss.", [1, 1]), ("xs.x", [1, 1]), ("s", [0, 0]), ("xs", [1, 1]),
    ])
    func dailyStreaks(text: String, expected: [Int]) { #expect(Self.streak(.daily, text) == expected) }

    /// The last character is a Sunday.
    @Test(arguments: [
        // Saturday and Sunday are free.
        ("xxxxx..", [5, 5]), ("xxxxx..xxxxx..", [10, 10]), ("xxxxx..xxxx...", [0, 9]), ("xxxxx..sxxxx..", [9, 9]),
        ("xxxxxxx", [5, 5]),
    ])
    func streaksOfWeekdays(text: String, expected: [Int]) {
        let days: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]
        #expect(Self.streak(.weekdays(days), text) == expected)
    }

    @Test func aChosenDayThatIsTodayCanStillBeDone() {
        #expect(Self.streak(.weekdays([.sunday]), "x.......") == [1, 1])
        #expect(Self.streak(.weekdays([.sunday]), "x..............") == [0, 1])
        #expect(Self.streak(.weekdays([.sunday]), "x......x......x") == [3, 3])
        #expect(Self.streak(.weekdays([.sunday]), "x......x.......") == [2, 2])
    }

    @Test(arguments: [
        // Weeks of seven characters, the last of which ends today if weeks begin on Monday.
        ("xx.....", Weekday.monday, [1, 1]), ("x......", .monday, [0, 0]), ("xx.....x......", .monday, [1, 1]),
        ("xx.....x......x......", .monday, [0, 1]), ("x.x....xxx....x......", .monday, [2, 2]),
        // If weeks begin on Sunday, today is the first day of a new week.
        (".xx....", .sunday, [1, 1]), ("x......x", .sunday, [0, 0]), ("xx.....xx", .sunday, [1, 1]),
        ("sss....", .monday, [0, 0]),
    ])
    func streaksOfWeeks(text: String, first: Weekday, expected: [Int]) {
        #expect(Self.streak(.timesAWeek(2), text, first: first) == expected)
    }

    @Test func aStreakContinuesAcrossTheLeapDay() throws {
        let first = try Day.at("2028-02-01")
        let marks = MarkTable(Dictionary(uniqueKeysWithValues: (0..<35).map { (first + $0, Mark.done) }))
        let rule = DueRule(.daily, firstWeekday: .monday)
        let streak = Streak(rule, first: first, today: try Day.at("2028-03-06")) { marks[$0] }
        #expect(streak == Streak(current: 35, record: 35, unit: .days))
    }

    @Test func anImpossiblyEarlyMarkTakesNoLongTime() {
        let streak = Streak(DueRule(.daily, firstWeekday: .monday), first: .first, today: Self.today) { _ in .done }
        #expect(streak.current == Streak.dayLimit + 1)
    }

    @Test func aHabitOfTheWeekIsDueUntilItIsDoneOftenEnough() throws {
        let rule = DueRule(.timesAWeek(2), firstWeekday: .monday)
        let monday = try Day.at("2026-11-16")
        let marks = MarkTable([monday: .done, monday + 1: .done, monday - 1: .done])
        #expect(rule.isDue(monday) { marks[$0] } && rule.isDue(monday + 1) { marks[$0] })
        #expect(!rule.isDue(monday + 2) { marks[$0] } && !rule.isDue(monday + 6) { marks[$0] })
        #expect(rule.isDue(monday + 7) { marks[$0] })
        let sundayWeeks = DueRule(.timesAWeek(2), firstWeekday: .sunday)
        #expect(!sundayWeeks.isDue(monday + 1) { marks[$0] })
    }

    @Test(arguments: [(Weekday.monday, 6, 5), (.sunday, 0, 5), (.saturday, 1, 5)])
    func aMonthHasItsWeeks(first: Weekday, blank: Int, weeks: Int) throws {
        // 1 November 2026 is a Sunday.
        let grid = MonthGrid(try #require(Month("2026-11")), firstWeekday: first)
        #expect(grid.weeks[0].prefix { $0 == nil }.count == blank)
        #expect(grid.weeks.count == (first == .monday ? 6 : weeks))
        #expect(grid.weeks.allSatisfy { $0.count == 7 })
        #expect(grid.weeks.joined().compactMap(\.self) == Month("2026-11")?.days)
        #expect(grid.weekdays.first == first)
    }

    @Test func februaryOfALeapYearHasItsLastDay() throws {
        let grid = MonthGrid(try #require(Month("2028-02")), firstWeekday: .monday)
        #expect(grid.weeks.joined().compactMap(\.self).last == Day("2028-02-29"))
    }

    @Test func aDayOfTheMonthHasItsState() {
        let (marks, first) = Self.marks("xs..")
        let rule = DueRule(.daily, firstWeekday: .monday)
        let states = (-4...1).map {
            MonthGrid.state(rule, on: Self.today + $0, first: first, today: Self.today) { marks[$0] }
        }
        #expect(states == [.free, .done, .skipped, .missed, .open, .free])
        let weekly = DueRule(.timesAWeek(2), firstWeekday: .monday)
        let state = MonthGrid.state(weekly, on: Self.today - 1, first: first, today: Self.today) { marks[$0] }
        #expect(state == .free)
    }
}
