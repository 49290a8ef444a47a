import HabitsDomain
import Testing
import TodayKit

@testable import HabitsCore

/// The pages and their forms.
@Suite struct PageTests {
    private func data() throws -> HabitData {
        try Samples.data([
            Habit(name: "Read", symbol: "📖", reminder: TimeOfDay("21:30")),
            Habit(name: "Swim", schedule: .timesAWeek(2)),
            Habit(name: "Monday", schedule: .weekdays([.monday, .thursday])),
        ])
    }

    @Test func addressesAreTextsAndBack() throws {
        let id = try Samples.id("h-1")
        let addresses: [HabitsAddress] = [
            .today, .day(try Samples.day()), .month(nil), .month(Month("2026-11")), .streaks, .habit(id, nil),
            .habit(id, Month("2028-02")), .arrange, .add, .edit(id), .settings,
        ]
        for address in addresses { #expect(HabitsAddress(SceneURL(address.text)) == address) }
        #expect(Set(addresses.map(\.text)).count == addresses.count)
    }

    @Test(arguments: ["day", "day/2026-02-29", "day/x/y", "habit", "habit/a%20b", "edit/", "other", "add/1"])
    func otherAddressesHaveNoPage(path: String) {
        #expect(HabitsAddress(SceneURL("today-habits://" + path)) == nil || path == "edit/")
    }

    @Test func todayListsWhatIsDue() throws {
        var data = try data()
        data.merge(try Samples.mark("Swim", in: data))
        let page = DayPage(Samples.state(data)).content
        let text = try Samples.text(page.card)
        #expect(page.title == "Habits" && text.contains("Sunday, November 22") && text.contains("1 left"))
        #expect(
            text.contains(try Samples.text(PageAction.set(habit: Samples.id("Read"), day: "2026-11-22", mark: .done)))
        )
        #expect(
            text.contains(try Samples.text(PageAction.set(habit: Samples.id("Swim"), day: "2026-11-22", mark: .open)))
        )
        #expect(text.contains("1 of 2 this week") && !text.contains("Monday"))
        #expect(text.contains("today-habits://day/2026-11-21") && !text.contains("Undo"))
    }

    @Test func aPastDayCanBeCorrectedAndUndone() throws {
        var state = Samples.state(try data())
        state.undo = [
            UndoStep(
                id: "t",
                seconds: 1_795_345_000,
                .corrected("Read"),
                .mark(try Samples.id("Read"), day: "2026-11-19", .done)
            )
        ]
        let text = try Samples.text(DayPage(state, day: Samples.day("2026-11-19")).content.card)
        #expect(text.contains("Thursday, November 19"))
        #expect(
            text.contains(try Samples.text(PageAction.set(habit: Samples.id("Monday"), day: "2026-11-19", mark: .done)))
        )
        #expect(text.contains("was changed"))
        #expect(text.contains(try Samples.text(PageAction.undo(step: "t"))))
        // Beside a later change that cannot be undone any more, it would look like undoing that.
        state.isLatestUndoable = false
        #expect(try !Samples.text(DayPage(state).content.card).contains("Undo"))
        #expect(try Samples.text(ArrangePage(state).content.card).contains("Undo"))
        state.isLatestUndoable = true
        state.time = Samples.time(Samples.now.addingTimeInterval(600))
        #expect(try !Samples.text(DayPage(state).content.card).contains("Undo"))
        #expect(try Samples.text(ArrangePage(state).content.card).contains("Undo"))
        #expect(text.contains("today-habits://day/2026-11-18") && text.contains("today-habits://day/2026-11-20"))
        state.time = Samples.time()
        let yesterday = try Samples.text(DayPage(state, day: Samples.day("2026-11-21")).content.card)
        #expect(!yesterday.contains("today-habits://day/2026-11-22"))
    }

    @Test func addingAHabitCanBeUndoneUntilItIsUsed() throws {
        var data = try Samples.data([Habit(name: "Read"), Habit(name: "Run")])
        let steps = try ["Read", "Run"].map { name in
            UndoStep(id: name, seconds: 0, .added(name), .isDeleted(try Samples.id(name), true))
        }
        #expect(UndoStep.offered(steps, in: data) == steps)
        data.merge(try Samples.mark("Run", in: data))
        #expect(UndoStep.offered(steps, in: data) == [steps[0]])
    }

    @Test func withoutHabitsThePageOffersTheFirst() throws {
        let text = try Samples.text(DayPage(Samples.state(HabitData())).content.card)
        #expect(text.contains("No habits yet") && text.contains("today-habits://add"))
    }

    @Test func theMonthFillsItsCircles() throws {
        var data = try Samples.data([Habit(name: "Read"), Habit(name: "Run")])
        data.merge(try Samples.mark("Read", "2026-11-20", in: data))
        for name in ["Read", "Run"] { data.merge(try Samples.mark(name, "2026-11-21", in: data)) }
        let page = MonthPage(Samples.state(data), month: nil).content
        let text = try Samples.text(page.card)
        #expect(page.title == "November 2026" && text.contains("◑") && text.contains("●") && text.contains("○"))
        #expect(text.contains("today-habits://day/2026-11-20") && !text.contains("today-habits://day/2026-11-23"))
        #expect(!text.contains("today-habits://month?month=2026-12"))
        #expect(try Card(json: page.card.json) == page.card)
    }

    @Test(arguments: [
        (0, 4, "○"), (1, 4, "◔"), (2, 4, "◑"), (3, 4, "◕"), (4, 4, "●"), (1, 9, "◔"), (8, 9, "◕"), (1, 2, "◑"),
    ])
    func circlesAreFilledInQuarters(done: Int, total: Int, symbol: String) {
        #expect(MonthPage.symbol(done: done, of: total) == symbol)
    }

    @Test func aHabitShowsItsStreakAndItsMonth() throws {
        var data = try data()
        for day in ["2026-11-10", "2026-11-20", "2026-11-21", "2026-11-22"] {
            data.merge(try Samples.mark("Read", day, in: data))
        }
        let state = Samples.state(data)
        let entry = try #require(data.entries[Samples.id("Read")])
        let page = HabitPage(state, entry, month: nil).content
        let text = try Samples.text(page.card)
        #expect(text.contains("3 days"))
        #expect(text.contains(try Samples.text(PageAction.set(habit: entry.id, day: "2026-11-10", mark: .open))))
        #expect(text.contains(try Samples.text(PageAction.set(habit: entry.id, day: "2026-11-11", mark: .done))))
        #expect(!text.contains(#""day":"2026-11-23""#))
        #expect(try Card(json: page.card.json) == page.card)
        let streaks = try Samples.text(StreaksPage(state).content.card)
        #expect(streaks.contains("3 days") && streaks.contains("0 weeks") && streaks.contains("Twice a week"))
        #expect(streaks.contains("Mon, Thu"))
    }

    @Test func habitsAreOrderedEditedAndAdded() throws {
        let text = try Samples.text(ArrangePage(Samples.state(try data())).content.card)
        #expect(text.contains(try Samples.text(PageAction.move(habit: Samples.id("Read"), to: 1))))
        #expect(text.contains(try Samples.text(PageAction.move(habit: Samples.id("Monday"), to: 1))))
        #expect(!text.contains(try Samples.text(PageAction.move(habit: Samples.id("Read"), to: -1))))
        #expect(!text.contains(try Samples.text(PageAction.move(habit: Samples.id("Monday"), to: 3))))
        #expect(text.contains("today-habits://edit/Swim") && text.contains("today-habits://add"))
        #expect(text.contains("Every day · 9:30\u{a0}PM"))
    }

    @Test func allPagesFitWithAllHabits() throws {
        var data = HabitData()
        for index in 0..<Habit.countLimit {
            let habit = Habit(name: String(repeating: "名", count: Habit.nameLimit), symbol: "📖")
            Samples.editor.add(habit, id: try Samples.id("h\(index)"), to: &data)
        }
        let state = Samples.state(data)
        let first = try #require(data.habits.first)
        for content in [
            DayPage(state).content, MonthPage(state, month: nil).content, StreaksPage(state).content,
            ArrangePage(state).content, HabitPage(state, first, month: nil).content, FormPage(state, first).content,
            SettingsPage(state).content,
        ] {
            #expect(try Card(json: content.card.json) == content.card)
        }
    }

    @Test func theFormHoldsTheHabit() throws {
        let data = try data()
        let entry = try #require(data.entries[Samples.id("Monday")])
        let page = FormPage(Samples.state(data), entry).content
        #expect(page.card.inputs.map(\.id) == ["name", "symbol", "schedule", "days", "reminder", "boundary"])
        let text = try Samples.text(page.card)
        #expect(text.contains(#""value":"weekdays""#) && text.contains(#""value":"2,5""#))
        #expect(text.contains(try Samples.text(PageAction.delete(habit: entry.id))))
        let swim = try data.entries[Samples.id("Swim")]
        let ticked = try Samples.text(FormPage(Samples.state(data), swim).content.card)
        #expect(ticked.contains(#""value":"weekly:2""#) && !ticked.contains(#""value":"1,2,3,4,5,6,7""#))
        let empty = FormPage(Samples.state(data), nil).content
        #expect(empty.focus == "name")
        #expect(try !Samples.text(empty.card).contains("delete"))
    }

    @Test(arguments: [
        // An app that was only allowed its badge, at the first habit without a reminder, has not asked for alerts.
        (NotificationSettings(authorization: .authorized, allowed: [.badge]), false, "Leave empty for no reminder."),
        (NotificationSettings(authorization: .authorized, allowed: [.badge]), true, "once you allow alerts"),
        (NotificationSettings(authorization: .authorized, allowed: [.alert]), true, "Leave empty for no reminder."),
        (NotificationSettings(authorization: .denied, allowed: []), false, "notifications from Habits are off"),
        (NotificationSettings.notDetermined, true, "once you allow Habits to send you notifications"),
        (NotificationSettings.notDetermined, false, "Leave empty for no reminder."),
    ])
    func theFormSaysWhatBecomesOfReminders(allowed: NotificationSettings, hasReminder: Bool, note: String) throws {
        var state = Samples.state(
            try Samples.data([Habit(name: "Read", reminder: hasReminder ? TimeOfDay("21:30") : nil)])
        )
        state.notifications = allowed
        #expect(try Samples.text(FormPage(state, nil).content.card).contains(note))
    }

    @Test(arguments: [
        (["name": " Read  more ", "symbol": "📖"], Habit(name: "Read more", symbol: "📖")),
        (["name": "a", "schedule": "weekly:3"], Habit(name: "a", schedule: .timesAWeek(3))),
        (
            ["name": "a", "schedule": "weekdays", "days": "2,4,99,x", "reminder": "08:30", "boundary": "03:00"],
            Habit(
                name: "a",
                schedule: .weekdays([.monday, .wednesday]),
                reminder: TimeOfDay("08:30"),
                boundary: TimeOfDay("03:00")
            )
        ),
        (["name": "a", "schedule": "weekdays", "days": "1,2,3,4,5,6,7"], Habit(name: "a")),
        (["name": "a", "days": "1"], Habit(name: "a")),
    ])
    func aHabitIsRead(inputs: [String: String], habit: Habit) throws {
        #expect(try HabitForm.habit(from: inputs, language: "en") == habit)
    }

    @Test(arguments: [
        ([:], ["name"]), (["name": " \n "], ["name"]), (["name": "a", "schedule": "weekdays"], ["days"]),
        (["name": "a", "symbol": "run"], ["symbol"]), (["name": "a", "schedule": "weekly:9"], ["schedule"]),
        (["name": "a", "reminder": "25:00"], ["reminder"]),
        (["name": "a", "boundary": "12:00"], ["boundary"]),
        (["boundary": "x", "reminder": "y"], ["boundary", "name", "reminder"]),
    ])
    func aHabitThatWillNotDoIsRefused(inputs: [String: String], fields: [String]) throws {
        for language in ["en", "ja", "de"] {
            let error = try #require(throws: InvalidInputs.self) {
                try HabitForm.habit(from: inputs, language: language)
            }
            #expect(error.messages.keys.sorted() == fields)
        }
    }

    @Test func settingsAreRead() throws {
        let settings = try HabitForm.settings(from: ["boundary": "03:00", "first-weekday": "1"], language: "en")
        #expect(settings == HabitSettings(boundary: try #require(TimeOfDay("03:00")), firstWeekday: .sunday))
        #expect(try HabitForm.settings(from: ["first-weekday": "8"], language: "en") == HabitSettings())
        #expect(throws: InvalidInputs.self) { try HabitForm.settings(from: ["boundary": "18:00"], language: "en") }
        var state = Samples.state(HabitData(), language: "en-US")
        state.isSyncing = true
        state.syncProblem = "no *cloud*"
        let text = try Samples.text(SettingsPage(state).content.card)
        #expect(text.contains("Not everything is synced yet") && text.contains("syncAgain"))
    }

    @Test(arguments: ["en-US", "de-DE", "ja-JP"])
    func weeksBeginOnMondayUntilThePersonChooses(language: String) throws {
        func page(_ data: HabitData) throws -> (settings: String, form: String) {
            let state = Samples.state(data, language: language)
            return try (
                Samples.text(SettingsPage(state).content.card), Samples.text(FormPage(state, nil).content.card)
            )
        }
        func isFirst(_ first: Int, before second: Int, in form: String) throws -> Bool {
            let place = try [first, second].map { day in
                try #require(form.firstRange(of: #""value":"\#(day)""#)).lowerBound
            }
            return place[0] < place[1]
        }
        var data = HabitData()
        let unset = try page(data)
        // That of the choice, and that of the input.
        #expect(unset.settings.ranges(of: #""value":"2""#).count == 2)
        #expect(try isFirst(2, before: 1, in: unset.form))
        Samples.editor.change(HabitSettings(firstWeekday: .sunday), in: &data)
        #expect(try isFirst(1, before: 2, in: page(data).form))
    }

    @Test func undoingBringsTheOldValuesBack() throws {
        let before = try data()
        let id = try Samples.id("Read")
        let later = HabitEditor(now: 5, device: "B")
        var changed = before
        later.change(id, to: Habit(name: "New"), in: &changed)
        later.order([try Samples.id("Monday")], in: &changed)
        later.delete(try Samples.id("Swim"), in: &changed)
        for restoration in [
            UndoStep.Restoration.habit(id, Habit(name: "Read", symbol: "📖", reminder: TimeOfDay("21:30"))),
            .isDeleted(try Samples.id("Swim"), false), .order(before.habits.map(\.id)),
        ] {
            _ = UndoStep(id: "t", seconds: 0, .ordered, restoration).restore(&changed, HabitEditor(now: 4, device: "B"))
        }
        #expect(changed.habits.map(\.habit.value) == before.habits.map(\.habit.value))
        let mark = UndoStep(id: "t", seconds: 0, .corrected("Read"), .mark(id, day: "2026-11-20", .done))
        #expect(mark.restore(&changed, later)?.mark.value == .done)
        #expect(try JSONValue(encoding: mark).decode(UndoStep.self) == mark)
    }
}
