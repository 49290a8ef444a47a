import AppTestSupport
import Foundation
import Testing

@testable import CivilTime

/// Days in zones whose clocks change, read from the machine's time zone database.
@Suite struct ZoneTests {
    /// Reads a zone.
    static func zone(_ name: String) throws -> ZoneRules {
        let data = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
        return try #require(ZoneRules(tzif: Array(data)))
    }

    private static func seconds(_ text: String) throws -> Int {
        Int(try Date(text, strategy: .iso8601).timeIntervalSince1970)
    }

    private static func day(_ text: String) throws -> Day { try .at(text) }

    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29T00:59:59Z", 3600), ("Europe/Berlin", "2026-03-29T01:00:00Z", 7200),
        ("Europe/Berlin", "2026-10-25T00:59:59Z", 7200), ("Europe/Berlin", "2026-10-25T01:00:00Z", 3600),
        ("Europe/Berlin", "2090-07-01T00:00:00Z", 7200), ("America/Sao_Paulo", "2018-11-04T02:59:59Z", -10_800),
        ("America/Sao_Paulo", "2018-11-04T03:00:00Z", -7200), ("America/Sao_Paulo", "2026-01-15T12:00:00Z", -10_800),
        ("Asia/Tokyo", "2026-06-01T00:00:00Z", 32_400), ("Asia/Kolkata", "2026-06-01T00:00:00Z", 19_800),
        ("Europe/Dublin", "2095-01-15T00:00:00Z", 0), ("Australia/Sydney", "2095-01-15T00:00:00Z", 39_600),
        ("UTC", "2026-06-01T00:00:00Z", 0),
    ])
    func offsetsAreThoseOfTheDatabase(zone: String, time: String, offset: Int) throws {
        #expect(try Self.zone(zone).offset(at: Self.seconds(time)) == offset)
    }

    @Test(arguments: ["Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca"])
    func offsetsAreThoseOfFoundation(name: String) throws {
        let rules = try Self.zone(name)
        let zone = try #require(TimeZone(identifier: name))
        for time in stride(from: 0, to: 2_000_000_000, by: 1_000_003) {
            #expect(rules.offset(at: time) == zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time))))
        }
    }

    /// Clocks were set forward at midnight, so 4 November 2018 began at one o'clock.
    @Test func aDayBeginsAfterASkippedMidnight() throws {
        let clock = DayClock(zone: try Self.zone("America/Sao_Paulo"))
        #expect(try clock.start(of: Self.day("2018-11-04")) == Self.seconds("2018-11-04T03:00:00Z"))
        #expect(try clock.day(at: Self.seconds("2018-11-04T02:59:59Z")) == Self.day("2018-11-03"))
        #expect(try clock.day(at: Self.seconds("2018-11-04T03:00:00Z")) == Self.day("2018-11-04"))
    }

    /// Clocks were set back from midnight to eleven, so 17 February 2018 had 25 hours.
    @Test func aDayGoesOnWhenItsLastHourIsRepeated() throws {
        let clock = DayClock(zone: try Self.zone("America/Sao_Paulo"))
        let day = try Self.day("2018-02-17")
        #expect(clock.start(of: day + 1) - clock.start(of: day) == 25 * 3600)
        #expect(try clock.day(at: Self.seconds("2018-02-18T02:30:00Z")) == day)
        #expect(try clock.day(at: Self.seconds("2018-02-18T03:00:00Z")) == day + 1)
    }

    @Test func aBoundaryInTheGapIsTheEndOfTheGap() throws {
        let clock = DayClock(zone: try Self.zone("Europe/Berlin"), boundary: try TimeOfDay.at("02:30"))
        #expect(try clock.start(of: Self.day("2026-03-29")) == Self.seconds("2026-03-29T01:00:00Z"))
    }

    /// From three to two: half past two comes twice, and the day does not return to the one before.
    @Test func aBoundaryThatComesTwiceIsTheFirst() throws {
        let clock = DayClock(zone: try Self.zone("Europe/Berlin"), boundary: try TimeOfDay.at("02:30"))
        let day = try Self.day("2026-10-25")
        #expect(try clock.start(of: day) == Self.seconds("2026-10-25T00:30:00Z"))
        for time in ["2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z", "2026-10-25T01:29:59Z", "2026-10-25T01:30:00Z"] {
            #expect(try clock.day(at: Self.seconds(time)) == day, "\(time)")
        }
    }

    @Test(arguments: [
        ("2026-11-22T01:59:59Z", "2026-11-21"), ("2026-11-22T02:00:00Z", "2026-11-22"),
        ("2026-11-22T22:59:59Z", "2026-11-22"), ("2026-11-23T01:30:00Z", "2026-11-22"),
        ("2024-03-01T01:00:00Z", "2024-02-29"), ("2025-03-01T01:00:00Z", "2025-02-28"),
    ])
    func withTheBoundaryAtThreeTheNightBelongsToTheEvening(time: String, day: String) throws {
        let clock = DayClock(zone: try Self.zone("Europe/Berlin"), boundary: try TimeOfDay.at("03:00"))
        #expect(try clock.day(at: Self.seconds(time)) == Self.day(day))
    }

    @Test func timesBeforeTheBoundaryAreOnTheNextDate() throws {
        let clock = DayClock(zone: try Self.zone("Asia/Tokyo"), boundary: try TimeOfDay.at("03:00"))
        let day = try Self.day("2026-11-21")
        #expect(clock.date(of: try TimeOfDay.at("01:30"), on: day) == day + 1)
        #expect(try clock.time(of: TimeOfDay.at("01:30"), on: day) == Self.seconds("2026-11-21T16:30:00Z"))
        #expect(try clock.time(of: TimeOfDay.at("08:30"), on: day) == Self.seconds("2026-11-20T23:30:00Z"))
    }

    @Test(
        arguments: ["Europe/Berlin", "America/Sao_Paulo", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Apia"],
        [2010, 2037]
    )
    func daysFollowOneAnotherInEveryZone(name: String, year: Int) throws {
        let zone = try Self.zone(name)
        for boundary in ["00:00", "02:30", "03:00", "11:59"] {
            let clock = DayClock(zone: zone, boundary: try TimeOfDay.at(boundary))
            var day = Month(year: year, month: 1).firstDay
            let end = Month(year: year + 4, month: 1).firstDay
            while day < end {
                let start = clock.start(of: day)
                let next = clock.start(of: day + 1)
                // Samoa crossed the date line: it had no 30 December 2011.
                if name != "Pacific/Apia" || day.month != Month(year: 2011, month: 12) {
                    #expect((23 * 3600...25 * 3600).contains(next - start), "\(name) \(day)")
                }
                #expect(start <= next && clock.day(at: next) >= day + 1, "\(name) \(day)")
                if start < next {
                    #expect(clock.day(at: start) == day && clock.day(at: next - 1) == day, "\(name) \(day)")
                }
                day = day + 1
            }
        }
    }

    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", true), ("EST5EDT,M3.2.0,M11.1.0", true), ("<-03>3", true),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", true), ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", true), ("JST-9", true),
        ("AAA3BBB,J60/0,J300/24", true), ("AAA3BBB,59/-1,300/167", true), ("", false), ("CET", false), ("C-1", false),
        ("CET-25", false), ("CET-1CEST", false), ("CET-1CEST,M3.5.0", false), ("CET-1CEST,M13.5.0,M10.5.0", false),
        ("CET-1CEST,M3.6.0,M10.5.0", false), ("CET-1CEST,M3.5.0,M10.5.0/168", false), ("<CET-1", false),
        ("CET-1CEST,M3.5.0,M10.5.0x", false), ("CET-1CEST,J0,J300", false), ("CET-99999999999999999999", false),
    ])
    func footersAreReadOrRefused(text: String, isFooter: Bool) {
        #expect((ZoneFooter(Array(text.utf8)) != nil) == isFooter)
    }

    @Test func aFooterAloneGivesTheSameDays() throws {
        let footer = try #require(ZoneFooter(Array("CET-1CEST,M3.5.0,M10.5.0/3".utf8)))
        let rules = ZoneRules(spans: [ZoneRules.Span(start: .min, offset: 3600)], footer: footer)
        let berlin = try Self.zone("Europe/Berlin")
        for time in stride(from: 1_000_000_000, to: 3_000_000_000, by: 500_009) {
            #expect(rules.offset(at: time) == berlin.offset(at: time))
        }
    }

    /// Whatever a file contains, reading it ends, and answers stay within the limits.
    @Test func brokenFilesAreRefusedOrHarmless() throws {
        let good = Array(try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        for length in stride(from: 0, to: good.count, by: 7) { #expect(ZoneRules(tzif: Array(good[..<length])) == nil) }
        #expect(ZoneRules(tzif: good + Array(repeating: 0, count: ZoneRules.fileLimit)) == nil)
        #expect(ZoneRules(tzif: Array("TZif2".utf8) + Array(repeating: 255, count: 200)) == nil)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3000 {
            var bytes = good
            for _ in 0..<4 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let rules = ZoneRules(tzif: bytes) else { continue }
            let clock = DayClock(zone: rules)
            let day = clock.day(at: 1_795_248_000)
            #expect(abs(day.number - 20_778) <= 3)
        }
    }
}
