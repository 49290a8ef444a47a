import HabitsDomain
import Testing
import TodayKit

@testable import HabitsCore

/// The reminders that are pending, and what makes them so.
@Suite struct ReminderTests {
    private let habit = Habit(name: "Read", symbol: "📖", reminder: TimeOfDay("21:30"))

    private func identifiers(_ data: HabitData, at time: HabitTime = Samples.time()) -> [String] {
        ReminderPlan(data, at: time).requests.keys.sorted()
    }

    @Test func eachDayHasItsReminderForTwoWeeks() throws {
        let data = try Samples.data([habit, Habit(name: "Silent")])
        let plan = ReminderPlan(data, at: Samples.time())
        #expect(plan.requests.count == ReminderPlan.days)
        let request = try #require(plan.requests["reminder.Read.2026-11-22"])
        #expect(request.content.title == .text("📖 Read") && request.content.body == .key("REMINDER_BODY"))
        #expect(request.content.badge == 2 && request.content.categoryIdentifier == ReminderNotification.category)
        #expect(
            request.trigger == .calendar(DateComponents(year: 2026, month: 11, day: 22, hour: 21, minute: 30))
        )
        #expect(ReminderNotification.Subject(request)?.reminderID == request.identifier)
        #expect(try JSONValue(encoding: request).decode(NotificationRequest.self) == request)
    }

    @Test func aTickCancelsTheReminderOfItsDayAndLowersTheOtherBadges() throws {
        var data = try Samples.data([habit, Habit(name: "Run", reminder: TimeOfDay("20:00"))])
        let before = ReminderPlan(data, at: Samples.time())
        data.merge(try Samples.mark("Read", in: data))
        let plan = ReminderPlan(data, at: Samples.time())
        let changes = plan.changes(from: Array(before.requests.values), data, at: Samples.time())
        #expect(changes.remove == ["reminder.Read.2026-11-22"])
        #expect(changes.add.map(\.identifier) == ["reminder.Run.2026-11-22"])
        #expect(changes.add.first?.content.badge == 1)
        // Unticking brings it back, and the badge of the other.
        data.merge(try Samples.mark("Read", as: .open, in: data))
        let again = ReminderPlan(data, at: Samples.time())
        #expect(again.requests == before.requests)
        #expect(
            again.changes(from: Array(plan.requests.values), data, at: Samples.time()).add.map(\.identifier)
                == ["reminder.Read.2026-11-22", "reminder.Run.2026-11-22"]
        )
        let none = again.changes(from: Array(again.requests.values), data, at: Samples.time())
        #expect(none.remove.isEmpty && none.add.isEmpty)
    }

    @Test func aTimeThatHasPassedIsNotPlanned() throws {
        let data = try Samples.data([Habit(name: "Early", reminder: TimeOfDay("12:00"))])
        #expect(identifiers(data).first == "reminder.Early.2026-11-23")
        #expect(identifiers(data).count == ReminderPlan.days - 1)
        let earlier = Samples.time(Samples.now.addingTimeInterval(-1))
        #expect(identifiers(data, at: earlier).first == "reminder.Early.2026-11-22")
    }

    @Test func aTimeBeforeTheBoundaryIsOnTheNextDate() throws {
        let data = try Samples.data([
            Habit(name: "Night", reminder: TimeOfDay("01:30"), boundary: TimeOfDay("03:00"))
        ])
        let request = try #require(ReminderPlan(data, at: Samples.time()).requests["reminder.Night.2026-11-22"])
        #expect(request.trigger == .calendar(DateComponents(year: 2026, month: 11, day: 23, hour: 1, minute: 30)))
    }

    @Test func onlyDaysOnWhichItIsDueHaveOne() throws {
        let data = try Samples.data([
            Habit(name: "Monday", schedule: .weekdays([.monday]), reminder: TimeOfDay("08:00"))
        ])
        #expect(identifiers(data) == ["reminder.Monday.2026-11-23", "reminder.Monday.2026-11-30"])
    }

    @Test func aHabitOfTheWeekHasNoneWhenItWasDoneOftenEnough() throws {
        var data = try Samples.data([Habit(name: "Swim", schedule: .timesAWeek(1), reminder: TimeOfDay("20:00"))])
        data.merge(try Samples.mark("Swim", "2026-11-20", in: data))
        #expect(identifiers(data).first == "reminder.Swim.2026-11-23")
        data.merge(try Samples.mark("Swim", "2026-11-24", in: data))
        #expect(!identifiers(data).contains("reminder.Swim.2026-11-25"))
        #expect(identifiers(data).contains("reminder.Swim.2026-11-30"))
    }

    @Test func aSnoozedReminderEndsWithItsDayOrItsTick() throws {
        var data = try Samples.data([habit])
        let plan = ReminderPlan(data, at: Samples.time())
        let subject = ReminderNotification.Subject(try Samples.id("Read"), try Samples.day())
        let delivered = try #require(plan.requests[subject.reminderID])
        let snoozed = ReminderNotification.snoozed(delivered, subject)
        #expect(snoozed.trigger == .timeInterval(600) && snoozed.content == delivered.content)
        let pending = Array(plan.requests.values) + [snoozed]
        #expect(plan.changes(from: pending, data, at: Samples.time()).remove.isEmpty)
        let tomorrow = Samples.time(Samples.now.addingTimeInterval(13 * 3600))
        #expect(plan.changes(from: [snoozed], data, at: tomorrow).remove == [subject.snoozeID])
        data.merge(try Samples.mark("Read", as: .skipped, in: data))
        #expect(plan.changes(from: [snoozed], data, at: Samples.time()).remove == [subject.snoozeID])
    }

    @Test func aDeletedHabitHasNone() throws {
        var data = try Samples.data([habit])
        let plan = ReminderPlan(data, at: Samples.time())
        Samples.editor.delete(try Samples.id("Read"), in: &data)
        let changes = ReminderPlan(data, at: Samples.time())
            .changes(from: Array(plan.requests.values), data, at: Samples.time())
        #expect(changes.remove.count == ReminderPlan.days && changes.add.isEmpty)
    }

    @Test func notificationsOfOthersAreLeftAlone() throws {
        let other = NotificationRequest(identifier: "other", content: NotificationContent(title: "x"))
        let plan = ReminderPlan(HabitData(), at: Samples.time())
        #expect(plan.changes(from: [other], HabitData(), at: Samples.time()).remove.isEmpty)
        #expect(ReminderNotification.Subject(other) == nil)
    }

    @Test func allRemindersFitIntoOneTransaction() throws {
        var data = HabitData()
        for index in 0..<Habit.countLimit {
            Samples.editor.add(habit, id: try Samples.id("h\(index)"), to: &data)
        }
        #expect(ReminderPlan(data, at: Samples.time()).requests.count < 700)
    }

    @Test func theContextsHaveTheirActions() throws {
        let category = try #require(ReminderNotification.categories.first)
        #expect(category.actions.map(\.identifier) == ["done", "snooze", "skip"])
        #expect(category.minimalActions?.map(\.identifier) == ["done", "snooze"])
        #expect(category.actions.allSatisfy { $0.options.isEmpty })
    }

    @Test func theComplicationCountsWhatIsDone() throws {
        var data = try Samples.data([habit, Habit(name: "Run")])
        func complication() -> Complication? {
            HabitsComplication.complication(DayList(data) { Samples.time().day($0) })
        }
        // Surfaces of every language show the same, so it has no words but the person's.
        #expect(complication()?.shortText == "0/2" && complication()?.longText == "Read, Run")
        data.merge(try Samples.mark("Run", in: data))
        #expect(complication()?.gauge == 0.5 && complication()?.classes == [])
        data.merge(try Samples.mark("Read", in: data))
        #expect(complication()?.shortText == "2/2" && complication()?.longText == nil)
        #expect(complication()?.classes == ["done"])
        data = HabitData()
        #expect(complication() == nil)
    }
}
