import Foundation
import HostClock
import HostModel
import JSON
import Testing
import TodayProtocol
import TodayScreen
import TodayTestSupport

@Suite struct UnseenUpdateBudgetTests {
    private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    /// 2027-01-15 00:00 in UTC.
    private let midnight = Date(timeIntervalSince1970: 1_799_971_200)

    /// Openings on some days at a time of day, in UTC.
    private func openings(at hour: Double, days: Int) -> OpeningHistogram {
        var openings = OpeningHistogram()
        for day in 0..<days { openings.record(midnight + Double(day - days) * 86_400 + hour * 3600, in: .gmt) }
        return openings
    }

    /// Spends updates as soon as each may begin, for one day; returns the hours at which they began.
    private func hours(limit: Int, openings: OpeningHistogram, zone: TimeZone = .gmt) -> [Double] {
        var budget = UnseenUpdateBudget()
        let start = ClockDay(of: midnight, in: zone).interval
        var hours: [Double] = []
        var date = start.start
        while let next = budget.earliest(from: date, limit: limit, openings: openings, zone: zone), next < start.end {
            budget.spend(at: next, in: zone)
            hours.append(next.timeIntervalSince(start.start) / 3600)
            date = next
        }
        return hours
    }

    @Test func aDayHasItsLimitEvenlySpreadWhileNothingIsLearned() {
        let hours = hours(limit: 64, openings: OpeningHistogram())
        #expect(hours.count == 64)
        for (earlier, later) in zip(hours, hours.dropFirst()) { #expect(abs(later - earlier - 0.375) < 1e-6) }
    }

    @Test func updatesAreAtLeastFifteenMinutesApart() throws {
        let hours = hours(limit: 96, openings: openings(at: 8, days: 30))
        #expect(hours.count > 60)
        for (earlier, later) in zip(hours, hours.dropFirst()) { #expect(later - earlier >= 0.25 - 1e-9) }
        var budget = UnseenUpdateBudget()
        let noon = midnight + 43_200
        budget.spend(at: noon, in: .gmt)
        let next = budget.earliest(from: noon + 1, limit: 64, openings: OpeningHistogram(), zone: .gmt)
        #expect(next == noon + 900)
    }

    /// When an update may begin, at a time at which something has just changed or has changed before.
    private func date(
        of budget: UnseenUpdateBudget,
        after change: Date,
        since first: Date? = nil,
        at now: Date? = nil,
        limit: Int = 64
    ) -> Date? {
        budget.earliest(
            from: now ?? change,
            afterChanges: min(first ?? change, change)...change,
            limit: limit,
            openings: OpeningHistogram(),
            zone: .gmt
        )
    }

    @Test func aFewUpdatesForChangesNeedNotBeFifteenMinutesApart() {
        var budget = UnseenUpdateBudget()
        let noon = midnight + 43_200
        #expect(UnseenUpdateBudget.quietTimes == [0, 5, 30, 120])
        for quiet in UnseenUpdateBudget.quietTimes {
            #expect(date(of: budget, after: noon) == noon + quiet)
            budget.spend(at: noon, in: .gmt)
        }
        #expect(date(of: budget, after: noon) == noon + 120)
        // What is no change keeps the distance.
        let spaced = UnseenUpdateBudget(day: nil, used: 0, last: noon)
        #expect(
            spaced.earliest(from: noon + 1, limit: 64, openings: OpeningHistogram(), zone: .gmt) == noon + 900
        )
        // Each is available again after a quarter of an hour.
        budget.spend(at: noon + 900, in: .gmt)
        #expect(date(of: budget, after: noon + 901) == noon + 1021)
        budget.spend(at: noon + 4500, in: .gmt)
        #expect(date(of: budget, after: noon + 4501) == noon + 4506)
    }

    /// Returns the times of the updates for changes, of which there are so many and so far apart, until midnight.
    ///
    /// As the timer of the screen does, it asks the budget only at changes and at the times that the budget returned.
    private func updates(_ count: Int, _ distance: Double, limit: Int, from start: Date) -> [Date] {
        var budget = UnseenUpdateBudget()
        var coming = (0..<count).map { start + Double($0) * distance }[...]
        var updates: [Date] = []
        var changes: ClosedRange<Date>?
        var timer: Date?
        while let now = [coming.first, timer].compactMap(\.self).min(), now < midnight + 86_400 {
            let isChange = coming.first == now
            if isChange {
                coming.removeFirst()
                changes = (changes?.lowerBound ?? now)...now
            }
            guard let change = changes,
                let due = date(of: budget, after: change.upperBound, since: change.lowerBound, at: now, limit: limit)
            else { return updates }
            // Asking later returns the same time.
            #expect(isChange || due == now)
            let later = now + due.timeIntervalSince(now) / 2
            let again = date(of: budget, after: change.upperBound, since: change.lowerBound, at: later, limit: limit)
            #expect(again == due)
            timer = due > now ? due : nil
            guard due <= now else { continue }
            budget.spend(at: now, in: .gmt)
            updates.append(now)
            changes = nil
        }
        return updates
    }

    @Test(arguments: [10.0, 60, 115, 130, 200, 400], [16, 24, 64])
    func theLastChangeIsNeverTheOneThatWaits(distance: Double, limit: Int) throws {
        // Changes within two minutes are one burst of any length; those further apart may be half of the limit.
        let counts = distance <= 120 ? [1, 2, 3, 4, 5, 7, 20, 100] : Array(1...limit / 2)
        for start in [midnight, midnight + 43_200] {
            for count in counts {
                let shown = try #require(updates(count, distance, limit: limit, from: start).last)
                let delay = shown.timeIntervalSince(start + Double(count - 1) * distance)
                #expect((0...120).contains(delay), "\(count) changes")
            }
        }
    }

    @Test(arguments: [60.0, 115, 130, 200, 400], [16, 24, 64, 96])
    func aSteadyStreamIsShownUntilTheEndOfTheDay(distance: Double, limit: Int) throws {
        let updates = updates(Int(86_400 / distance), distance, limit: limit, from: midnight)
        #expect(updates.count <= limit)
        #expect(try #require(updates.last) > midnight + 21 * 3600)
        // Half of the limit is spread over the day.
        let longest = max(900, 2 * 86_400 / Double(limit)) + distance + 120
        let pauses = zip(updates, updates.dropFirst()).map { $1.timeIntervalSince($0) }
        #expect(pauses.allSatisfy { $0 < longest })
    }

    @Test(arguments: [60.0, 115, 130, 200, 400], [1, 7, 8, 15])
    func aLowLimitHoldsForAStreamAndItsLastChangeKeepsTheDistance(distance: Double, limit: Int) throws {
        #expect(updates(Int(86_400 / distance), distance, limit: limit, from: midnight).count <= limit)
        for count in 1...6 {
            let updates = updates(count, distance, limit: limit, from: midnight + 43_200)
            let delay = try #require(updates.last).timeIntervalSince(midnight + 43_200 + Double(count - 1) * distance)
            // At noon half of the limit may be spent.
            #expect(updates.count <= limit)
            if updates.count <= limit / 2 { #expect((120...900).contains(delay), "\(count) changes") }
        }
    }

    /// Returns when updates that all fail begin, from midnight to midnight.
    ///
    /// They are retries with the usual back-off or, if the app changes something after each, updates for these changes.
    private func failures(limit: Int, isChanging: Bool) -> [Date] {
        var budget = UnseenUpdateBudget()
        var updates: [Date] = []
        var now = midnight
        while now < midnight + 86_400 {
            budget.spend(at: now, in: .gmt)
            updates.append(now)
            // A change in between would begin an update at once or after two minutes.
            let change = budget.earliestAfterFailures(
                from: now + 1,
                lastChange: now + 1,
                limit: limit,
                openings: OpeningHistogram(),
                zone: .gmt
            )
            if !isChanging, limit >= 8 { #expect(change.timeIntervalSince(now + 1) <= 120) }
            now = budget.earliestAfterFailures(
                from: isChanging ? now : now + min(900, 15 * Double(1 << min(updates.count - 1, 10))),
                lastChange: isChanging ? now : nil,
                limit: limit,
                openings: OpeningHistogram(),
                zone: .gmt
            )
        }
        return updates
    }

    @Test(arguments: [1, 2, 4, 8, 16, 64, 96], [false, true])
    func aWidgetThatAlwaysFailsHasNoMoreUpdatesThanOthers(limit: Int, isChanging: Bool) {
        let updates = failures(limit: limit, isChanging: isChanging)
        #expect(updates.count <= max(limit, 2))
        // However its app goes about it, not more than these are closer than two minutes.
        let close = zip(updates, updates.dropFirst()).filter { $1.timeIntervalSince($0) < 119 }
        #expect(close.count <= min(9, limit / 4 + 1))
    }

    @Test func aFailureIsTriedAgainAfterFifteenSecondsAndThenAfterGrowingPauses() {
        let updates = failures(limit: 64, isChanging: false)
        let pauses = zip(updates, updates.dropFirst()).map { $1.timeIntervalSince($0) }
        #expect(pauses.prefix(7) == [15, 30, 60, 120, 240, 480, 900])
        #expect(pauses.dropFirst(7).allSatisfy { (900...2700).contains($0) })
    }

    @Test(arguments: [1, 7, 8, 15], [3.0, 60, 115])
    func aLowLimitHasOneUpdateForABurstWhenItIsOver(limit: Int, distance: Double) {
        let noon = midnight + 43_200
        for count in 1...5 {
            let last = noon + Double(count - 1) * distance
            #expect(date(of: UnseenUpdateBudget(), after: last, since: noon, limit: limit) == last + 120)
        }
        // What is no change does not wait.
        let budget = UnseenUpdateBudget()
        #expect(budget.earliest(from: noon, limit: limit, openings: OpeningHistogram(), zone: .gmt) == noon)
    }

    @Test func changesThatNeverEndAreShownAsOftenAsALowLimitAllows() {
        var budget = UnseenUpdateBudget()
        var first: Date?
        var hours: [Double] = []
        for minute in 0..<1440 {
            let now = midnight + Double(minute) * 60
            first = first ?? now
            guard let due = date(of: budget, after: now, since: first, limit: 8), due <= now else { continue }
            budget.spend(at: now, in: .gmt)
            hours.append(Double(minute) / 60)
            first = nil
        }
        #expect(hours.count == 7)
        for (earlier, later) in zip(hours, hours.dropFirst()) { #expect((3..<3.1).contains(later - earlier)) }
    }

    @Test func changesMayBeAheadOfThePaceAndNotBeyondTheLimit() throws {
        var budget = UnseenUpdateBudget()
        for used in 1...4 {
            budget.spend(at: midnight + Double(used), in: .gmt)
            guard used < 4 else { break }
            #expect(date(of: budget, after: midnight + 60) == midnight + 60 + UnseenUpdateBudget.quietTimes[used])
        }
        let full = UnseenUpdateBudget(day: CivilDay("2027-01-15"), used: 64, last: midnight + 3600)
        #expect(date(of: full, after: midnight + 43_200) == midnight + 86_400)
        // A low limit is not spent on one burst.
        var low = UnseenUpdateBudget()
        low.spend(at: midnight, in: .gmt)
        let paced = try #require(date(of: low, after: midnight + 60, limit: 7))
        #expect(abs(paced.timeIntervalSince(midnight) - 86_400 / 7) < 1)
        #expect(date(of: low, after: midnight + 60, limit: 16) == midnight + 180)
    }

    @Test func theBudgetIsSpentAroundTheUsualOpeningTime() {
        let hours = hours(limit: 12, openings: openings(at: 18, days: 30))
        #expect(hours.count == 12)
        // The half hour of the opening, and the hour before it.
        let near = hours.filter { (17..<18.5).contains($0) }
        #expect(near.count >= 6)
        #expect(hours.filter { $0 < 12 }.count <= 3)
        // Nobody is so regular that the rest of the day gets nothing.
        #expect(hours.contains { $0 > 1 && $0 < 16 })
    }

    @Test func whatWasUsualLongAgoCountsForLittle() {
        var openings = openings(at: 18, days: 30)
        for day in 0..<30 { openings.record(midnight + Double(day) * 86_400 + 7 * 3600, in: .gmt) }
        let hours = hours(limit: 12, openings: openings)
        #expect(hours.filter { (6..<7.5).contains($0) }.count > 2 * hours.filter { (17..<18.5).contains($0) }.count)
    }

    @Test func manyOpeningsInHalfAnHourAreOne() {
        var once = OpeningHistogram()
        once.record(midnight + 8 * 3600, in: .gmt)
        var often = once
        for minute in 1..<29 { often.record(midnight + 8 * 3600 + Double(minute) * 60, in: .gmt) }
        #expect(often == once)
    }

    @Test func theLimitIsThatOfTheHostsCivilDay() {
        var budget = UnseenUpdateBudget()
        // 23:50 in Berlin.
        let late = midnight - 3600 - 600
        for _ in 0..<2 { budget.spend(at: late, in: Self.berlin) }
        #expect(budget.used(on: ClockDay(of: late, in: Self.berlin).day) == 2)
        let next = budget.earliest(from: late, limit: 2, openings: OpeningHistogram(), zone: Self.berlin)
        // Midnight in Berlin is nearer than the spacing.
        #expect(next == late + 900)
        let earlier = UnseenUpdateBudget(day: CivilDay("2027-01-14"), used: 2, last: late - 7200)
        let midnightInBerlin = midnight - 3600
        #expect(
            earlier.earliest(from: late, limit: 2, openings: OpeningHistogram(), zone: Self.berlin) == midnightInBerlin
        )
    }

    @Test func aDayOfAnyLengthHasItsLimit() {
        // Clocks go forward on 2027-03-28 and back on 2027-10-31.
        for start in [1_806_188_400.0, 1_824_933_600.0] {
            let date = Date(timeIntervalSince1970: start)
            let day = ClockDay(of: date, in: Self.berlin)
            #expect(abs(day.interval.duration - 86_400) == 3600)
            var budget = UnseenUpdateBudget()
            var count = 0
            var now = day.interval.start
            while let next = budget.earliest(from: now, limit: 64, openings: OpeningHistogram(), zone: Self.berlin),
                next < day.interval.end
            {
                budget.spend(at: next, in: Self.berlin)
                (count, now) = (count + 1, next)
            }
            #expect(count == 64)
        }
    }

    @Test func noLimitMeansNoUpdate() {
        #expect(hours(limit: 0, openings: OpeningHistogram()).isEmpty)
    }

    @Test func aClockThatIsSetBackDoesNotStopUpdates() {
        var budget = UnseenUpdateBudget()
        budget.spend(at: midnight + 86_400 * 30, in: .gmt)
        let next = budget.earliest(from: midnight + 60, limit: 64, openings: OpeningHistogram(), zone: .gmt)
        #expect(next == midnight + 60)
        #expect(date(of: budget, after: midnight + 60) == midnight + 60)
        // So is a change.
        budget.spend(at: midnight, in: .gmt)
        #expect(date(of: budget, after: midnight + 86_400, at: midnight + 60) == midnight + 60)
    }

    @Test func aHistogramSurvivesItsStorage() throws {
        let openings = openings(at: 8, days: 12)
        let json = try JSONValue(encoding: openings)
        #expect(try json.decode(OpeningHistogram.self) == openings)
    }

    @Test(arguments: [
        #"{"weights": [], "bucketsOfDay": []}"#, #"{"weights": [1e300], "bucketsOfDay": []}"#,
        #"{"weights": [\#(String(repeating: "-1,", count: 47))1], "bucketsOfDay": []}"#,
    ])
    func aDamagedHistogramIsEmpty(json: String) throws {
        #expect(try JSONValue(parsing: json).decode(OpeningHistogram.self) == OpeningHistogram())
    }
}

@Suite struct PowerSuppliesTests {
    /// Whether the batteries of a real folder are low; each is what its files hold.
    private func isLow(_ supplies: [String: [String: String]]) async throws -> Bool {
        try await withTemporaryDirectory { folder in
            for (name, values) in supplies {
                let supply = URL(filePath: "\(folder)/\(name)")
                try FileManager.default.createDirectory(at: supply, withIntermediateDirectories: true)
                for (key, value) in values { try Data("\(value)\n".utf8).write(to: supply.appending(path: key)) }
            }
            return PowerSupplies(folder: folder).isLow
        }
    }

    private func battery(_ status: String, _ capacity: String, scope: String? = nil) -> [String: String] {
        var values = ["type": "Battery", "status": status, "capacity": capacity]
        values["scope"] = scope
        return values
    }

    @Test func aBatteryThatDischargesIsLowBelowTwentyPercent() async throws {
        #expect(try await isLow(["BAT0": battery("Discharging", "19")]))
        #expect(try await !isLow(["BAT0": battery("Discharging", "20")]))
        #expect(try await !isLow(["BAT0": battery("Charging", "5")]))
        #expect(try await !isLow(["BAT0": battery("Not charging", "5"), "AC": ["type": "Mains", "online": "1"]]))
    }

    @Test func aSecondBatteryCounts() async throws {
        #expect(try await !isLow(["BAT0": battery("Not charging", "5"), "BAT1": battery("Discharging", "80")]))
        #expect(try await isLow(["BAT0": battery("Not charging", "5"), "BAT1": battery("Discharging", "9")]))
    }

    @Test func theBatteryOfAMouseDoesNotCount() async throws {
        #expect(try await !isLow(["hid-mouse": battery("Discharging", "3", scope: "Device")]))
        #expect(
            try await !isLow([
                "hid-mouse": battery("Discharging", "3", scope: "Device"), "BAT0": battery("Charging", "10"),
            ])
        )
    }

    @Test func whatCannotBeReadIsNotLow() async throws {
        #expect(!PowerSupplies(folder: "/nowhere").isLow)
        #expect(try await !isLow(["BAT0": ["type": "Battery"]]))
        #expect(try await !isLow(["BAT0": battery("Discharging", String(repeating: "1", count: 100_000))]))
        #expect(try await !isLow(["BAT0": battery("Discharging", "many")]))
    }
}
