import Foundation
import Testing
import TodayProtocol

@testable import TodayCommands

@Suite struct NotifyArgumentTests {
    @Test(arguments: [
        ("90", 90), ("90s", 90), ("5m", 300), ("1h30m", 5400), ("2d", 172_800), ("1.5h", 5400), ("0.5", 0.5),
        ("1d2h3m4s", 93_784), ("3650d", 315_360_000),
    ])
    func lengthsOfTime(text: String, seconds: Double) throws {
        #expect(try TimeSpan(argument: text).seconds == seconds)
    }

    @Test(arguments: [
        "", "0", "0s", "s", "m5", "5x", "-5", "1h30", "5 m", "1e9", "inf", "nan", ".", "1..5s", "3651d", "٣m",
        "99999999999999999999999d",
    ])
    func whatIsNoLengthOfTimeIsRefused(text: String) {
        #expect(throws: (any Error).self) { try TimeSpan(argument: text) }
    }

    @Test(arguments: [
        ("8:30", DateComponents(hour: 8, minute: 30, second: 0)),
        ("23:59:59", DateComponents(hour: 23, minute: 59, second: 59)),
        ("2026-11-21 08:30", DateComponents(year: 2026, month: 11, day: 21, hour: 8, minute: 30, second: 0)),
        ("2024-02-29T00:00:01", DateComponents(year: 2024, month: 2, day: 29, hour: 0, minute: 0, second: 1)),
    ])
    func timesWithoutAZoneAreThePersons(text: String, units: DateComponents) throws {
        let time = try PointInTime(argument: text)

        #expect(time == .local(units))
        let (trigger, date) = time.trigger(zone: "Europe/Berlin")
        #expect(trigger == .calendar(units, timeZone: "Europe/Berlin"))
        #expect(date == nil)
    }

    @Test(arguments: [
        ("2026-11-21T08:00:00Z", 1_795_248_000), ("2026-11-21T09:00:00+01:00", 1_795_248_000),
        ("2026-11-20 23:30-08:30", 1_795_248_000), ("2026-11-21t08:00:00.25z", 1_795_248_000),
    ])
    func timesWithAZoneAreMoments(text: String, seconds: Double) throws {
        let time = try PointInTime(argument: text)

        #expect(time == .moment(Date(timeIntervalSince1970: seconds)))
        let (trigger, date) = time.trigger(zone: "Europe/Berlin")
        #expect(trigger == .now)
        #expect(date == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "8", "24:00", "8:60", "8:30:60", "8:3", "2026-11-21", "2026-13-01 08:00", "2026-02-30 08:00",
        "2025-02-29 08:00", "0000-01-01 08:00", "2026-11-21 08:00+25:00", "2026-11-21 08:00 Berlin", "tomorrow 8:00",
        "2026-11-21T08:00:00+01", "８:30", "99999-01-01 08:00",
    ])
    func whatIsNoTimeIsRefused(text: String) {
        #expect(throws: (any Error).self) { try PointInTime(argument: text) }
    }

    @Test(arguments: [
        ("yes=Yes", NotificationAction(identifier: "yes", title: "Yes")),
        ("a=b=c", NotificationAction(identifier: "a", title: "b=c")),
        ("t=12:30", NotificationAction(identifier: "t", title: "12:30")),
        ("no:destructive=No", NotificationAction(identifier: "no", title: "No", options: .init([.destructive]))),
        (
            "no:passcode,destructive=No",
            NotificationAction(identifier: "no", title: "No", options: .init([.destructive, .authenticationRequired]))
        ),
        (
            "say:text=Say",
            NotificationAction(identifier: "say", title: "Say", textInput: .init(buttonTitle: "Say"))
        ),
    ])
    func actions(text: String, action: NotificationAction) throws {
        #expect(try ActionArgument(argument: text).action == action)
    }

    @Test(arguments: ["", "yes", "=Yes", "yes=", ":text=Yes", "a:=Yes", "a:loud=Yes", "a:text,=Yes"])
    func whatIsNoActionIsRefused(text: String) {
        #expect(throws: (any Error).self) { try ActionArgument(argument: text) }
    }
}
