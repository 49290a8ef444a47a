import Testing
import TodayKit

@testable import ShoppingCore

@Suite struct ReminderTests {
    private static let today = CivilDay(year: 2026, month: 11, day: 21)

    private static func inputs(_ day: String?, _ time: String?, _ repetition: String?) -> [String: String] {
        var inputs: [String: String] = [:]
        inputs["reminder-day"] = day
        inputs["reminder-time"] = time
        inputs["reminder-repeat"] = repetition
        return inputs
    }

    private static func reminder(_ inputs: [String: String], clock: String? = "08:30") throws -> Reminder {
        try ReminderForm.reminder(from: inputs, today: today, clock: clock)
    }

    @Test(arguments: [
        (inputs("2026-11-21", "08:31", "never"), Reminder(.once(today), hour: 8, minute: 31)),
        (
            inputs("2026-11-22", "00:00", nil),
            Reminder(.once(CivilDay(year: 2026, month: 11, day: 22)), hour: 0, minute: 0)
        ),
        (inputs("2026-11-21", "07:00", "daily"), Reminder(.daily, hour: 7, minute: 0)),
        (inputs(nil, "23:59", "daily"), Reminder(.daily, hour: 23, minute: 59)),
        (inputs("2026-11-21", "07:00", "weekly"), Reminder(.weekly(weekday: 7), hour: 7, minute: 0)),
        (inputs("2026-11-23", "07:00", "weekly"), Reminder(.weekly(weekday: 2), hour: 7, minute: 0)),
    ])
    func aReminderIsRead(inputs: [String: String], expected: Reminder) throws {
        #expect(try Self.reminder(inputs) == expected)
    }

    @Test(arguments: [
        (inputs(nil, nil, nil), ["reminder-day": texts.dayMissing, "reminder-time": texts.timeMissing]),
        (inputs("2026-11-20", "12:00", "never"), ["reminder-day": texts.timeIsOver]),
        (inputs("2026-11-21", "08:30", "never"), ["reminder-time": texts.timeIsOver]),
        (inputs("2026-11-21", "00:00", "never"), ["reminder-time": texts.timeIsOver]),
        (
            inputs("tomorrow", "24:00", "weekly"),
            ["reminder-day": texts.dayMissing, "reminder-time": texts.timeMissing]
        ),
        (inputs("2026-11-22", "8:00", "never"), ["reminder-time": texts.timeMissing]),
        (inputs("2026-11-22", "08:00:00", "never"), ["reminder-time": texts.timeMissing]),
        (inputs(nil, nil, "daily"), ["reminder-time": texts.timeMissing]),
        (inputs("2026-11-22", "08:00", "hourly"), ["reminder-repeat": texts.repetitionUnknown]),
    ])
    func aReminderThatWillNotDoIsRefused(inputs: [String: String], messages: [String: String]) throws {
        let error = try #require(throws: InvalidInputs.self) { try Self.reminder(inputs) }
        #expect(error.messages == messages)
    }

    @Test func withoutAClockTheHostDecides() throws {
        #expect(try Self.reminder(Self.inputs("2026-11-21", "00:00", "never"), clock: nil).hour == 0)
    }

    @Test(arguments: [
        (
            Reminder(.once(today), hour: 8, minute: 30),
            #"{"calendar":{"day":21,"hour":8,"minute":30,"month":11,"year":2026}}"#
        ), (Reminder(.daily, hour: 8, minute: 30), #"{"calendar":{"hour":8,"minute":30},"repeats":true}"#),
        (
            Reminder(.weekly(weekday: 7), hour: 8, minute: 0),
            #"{"calendar":{"hour":8,"minute":0,"weekday":7},"repeats":true}"#
        ),
    ])
    func aReminderIsATriggerAndBack(reminder: Reminder, trigger: String) throws {
        #expect(try JSONValue(encoding: reminder.trigger).jsonText == trigger)
        #expect(Reminder(reminder.trigger) == reminder)
    }

    @Test(arguments: [
        NotificationTrigger.now, .timeInterval(60), .calendar(DateComponents(hour: 8)),
        .calendar(DateComponents(hour: 8, minute: 0)),
        .calendar(DateComponents(day: 1, hour: 8, minute: 0), repeats: true),
    ])
    func anotherTriggerIsNoReminder(trigger: NotificationTrigger) { #expect(Reminder(trigger) == nil) }

    @Test(arguments: [
        (CivilDay(year: 2026, month: 11, day: 21), 7), (CivilDay(year: 2026, month: 11, day: 22), 1),
        (CivilDay(year: 2024, month: 2, day: 29), 5), (CivilDay(year: 2024, month: 3, day: 1), 6),
        (CivilDay(year: 2000, month: 1, day: 1), 7), (CivilDay(year: 1970, month: 1, day: 1), 5),
        (CivilDay(year: 2100, month: 3, day: 1), 2),
    ])
    func daysHaveTheirWeekday(day: CivilDay, weekday: Int) { #expect(day.weekday == weekday) }

    @Test(arguments: [
        (Reminder(.once(today), hour: 8, minute: 5), "Saturday, November 21, 2026, at 8:05\u{a0}AM"),
        (Reminder(.daily, hour: 18, minute: 0), "Every day at 6:00\u{a0}PM"),
        (Reminder(.weekly(weekday: 1), hour: 0, minute: 0), "Every Sunday at 12:00\u{a0}AM"),
    ])
    func aReminderIsSaidInWords(reminder: Reminder, text: String) { #expect(texts.at(reminder) == text) }

    @Test func theCategoryHasItsThreeActions() throws {
        let category = try #require(ReminderNotification.categories.first)
        #expect(ReminderNotification.categories.count == 1)
        #expect(category.identifier == "reminder")
        #expect(category.actions.map(\.identifier) == ["justInform", "editList", "trashAction"])
        #expect(category.minimalActions?.map(\.identifier) == ["justInform", "editList"])
        #expect(
            category.actions.map(\.options) == [
                [], [.foreground, .authenticationRequired], [.destructive, .authenticationRequired],
            ]
        )
        let request = ReminderNotification.request(for: Reminder(.daily, hour: 8, minute: 0))
        #expect(request.content.categoryIdentifier == category.identifier)
        #expect(request.content.deepLink == "today-shopping://")
    }

    @Test(arguments: [
        (["today-shopping://"], false), (["today-shopping://edit"], false), (["today-shopping://?page=2"], false),
        (["today-shopping://bought", "today-shopping://"], false), (["today-shopping://history"], true),
        (["today-shopping://bought?page=2"], true), ([], true),
    ])
    func theReminderShowsABannerUnlessTheListIsVisible(pages: [String], showsBanner: Bool) {
        let options = ReminderNotification.presentation(over: pages.map { SceneURL($0) })
        #expect(options.contains(.banner) == showsBanner)
        #expect(options.isSuperset(of: [.list, .sound]))
    }

    @Test func thePersonIsToldWhyAReminderWillNotShow() {
        let reminder = Reminder(.daily, hour: 8, minute: 0)
        let pending = [ReminderNotification.request(for: reminder)]
        func note(_ authorization: NotificationSettings.Authorization, _ allowed: Set<NotificationAuthorizationOption>)
            -> String?
        {
            ReminderStatus(
                pending: pending,
                settings: NotificationSettings(authorization: authorization, allowed: allowed)
            ).note
        }
        #expect(note(.notDetermined, []) == texts.waitsForAnswer)
        #expect(note(.denied, []) == texts.notAllowed)
        #expect(note(.authorized, [.sound]) == texts.notAllowed)
        #expect(note(.authorized, [.alert]) == nil)
        #expect(ReminderStatus(pending: [], settings: .notDetermined) == ReminderStatus())
        #expect(ReminderStatus(pending: pending, settings: .notDetermined).reminder == reminder)
    }
}
