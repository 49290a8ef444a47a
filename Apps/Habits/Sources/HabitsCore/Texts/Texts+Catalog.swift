// Made by script/make-texts.py from Localizable.xcstrings; change that instead.
// swift-format-ignore-file
import AppLanguages
package import TodayKit

extension Texts {
    /// Add Habit
    package var add: String { text("add") }
    /// Add the first one in the app.
    package var addFirst: String { text("addFirst") }
    /// “%@” was added.
    package func added(_ name: some LocalizableArgument) -> String {
        text("added", name.localizable)
    }
    /// All done
    package var allDone: String { text("allDone") }
    /// Edit
    package var arrange: String { text("arrange") }
    /// Begin with one small thing.
    package var beginSmall: String { text("beginSmall") }
    /// Day begins at
    package var boundary: String { text("boundary") }
    /// Leave empty to follow the settings.
    package var boundaryHint: String { text("boundaryHint") }
    /// Choose a time before noon.
    package var boundaryTooLate: String { text("boundaryTooLate") }
    /// Cancel
    package var cancel: String { text("cancel") }
    /// “%@” was changed.
    package func changed(_ name: some LocalizableArgument) -> String {
        text("changed", name.localizable)
    }
    /// Every day
    package var daily: String { text("daily") }
    /// %1$@ %3$lld %2$@
    package func date(_ weekday: some LocalizableArgument, month: some LocalizableArgument, day: Int) -> String {
        text("date", weekday.localizable, month.localizable, day.localizable)
    }
    /// %1$@, %2$@ %3$lld
    package func dateMonthFirst(_ weekday: some LocalizableArgument, month: some LocalizableArgument, day: Int) -> String {
        text("dateMonthFirst", weekday.localizable, month.localizable, day.localizable)
    }
    /// Days
    package var days: String { text("days") }
    /// Choose at least one day.
    package var daysMissing: String { text("daysMissing") }
    /// Delete
    package var delete: String { text("delete") }
    /// Delete %@
    package func deleteHabit(_ name: some LocalizableArgument) -> String {
        text("deleteHabit", name.localizable)
    }
    /// “%@” was deleted.
    package func deleted(_ name: some LocalizableArgument) -> String {
        text("deleted", name.localizable)
    }
    /// Earlier
    package var earlier: String { text("earlier") }
    /// Edit %@
    package func editHabit(_ name: some LocalizableArgument) -> String {
        text("editHabit", name.localizable)
    }
    /// This habit was deleted.
    package var gone: String { text("gone") }
    /// Habits
    package var habits: String { text("habits") }
    /// Last processed: %@. The next tick opens Habits.
    package func lastProcessed(_ time: some LocalizableArgument) -> String {
        text("lastProcessed", time.localizable)
    }
    /// Later
    package var later: String { text("later") }
    /// %lld left
    package func left(_ count: Int) -> String {
        text("left", count.localizable)
    }
    /// Month
    package var month: String { text("month") }
    /// %1$@ %2$lld
    package func monthAndYear(_ month: some LocalizableArgument, year: Int) -> String {
        text("monthAndYear", month.localizable, year.localizable)
    }
    /// January February March April May June July August September October November December
    package var months: String { text("months") }
    /// and %lld more
    package func more(_ count: Int) -> String {
        text("more", count.localizable)
    }
    /// %lld times a week
    package func moreTimesAWeek(_ times: Int) -> String {
        text("moreTimesAWeek", times.localizable)
    }
    /// Move %@ down
    package func moveDown(_ name: some LocalizableArgument) -> String {
        text("moveDown", name.localizable)
    }
    /// Move %@ up
    package func moveUp(_ name: some LocalizableArgument) -> String {
        text("moveUp", name.localizable)
    }
    /// Name
    package var name: String { text("name") }
    /// Read
    package var nameExample: String { text("nameExample") }
    /// Give it a name.
    package var nameMissing: String { text("nameMissing") }
    /// Reminders appear once you allow alerts from Habits.
    package var noAlerts: String { text("noAlerts") }
    /// No habits yet
    package var noHabits: String { text("noHabits") }
    /// Habits has no page “%@”.
    package func noPage(_ path: some LocalizableArgument) -> String {
        text("noPage", path.localizable)
    }
    /// Reminders do not appear, because notifications from Habits are off.
    package var notAllowed: String { text("notAllowed") }
    /// This day is in the future.
    package var notYet: String { text("notYet") }
    /// Nothing due today
    package var nothingDue: String { text("nothingDue") }
    /// Nothing was due.
    package var nothingDueThen: String { text("nothingDueThen") }
    /// On chosen days
    package var onWeekdays: String { text("onWeekdays") }
    /// Once a week
    package var onceAWeek: String { text("onceAWeek") }
    /// Open Habits
    package var openHabits: String { text("openHabits") }
    /// Record
    package var record: String { text("record") }
    /// Reminder
    package var reminder: String { text("reminder") }
    /// Leave empty for no reminder.
    package var reminderHint: String { text("reminderHint") }
    /// The order was changed.
    package var reordered: String { text("reordered") }
    /// Save
    package var save: String { text("save") }
    /// How often
    package var schedule: String { text("schedule") }
    /// Choose how often.
    package var scheduleUnknown: String { text("scheduleUnknown") }
    /// Settings
    package var settings: String { text("settings") }
    /// The settings were changed.
    package var settingsChanged: String { text("settingsChanged") }
    /// %1$lld of %2$lld done
    package func share(_ done: Int, all: Int) -> String {
        text("share", done.localizable, all.localizable)
    }
    /// Sun Mon Tue Wed Thu Fri Sat
    package var shortWeekdays: String { text("shortWeekdays") }
    /// Skip
    package var skip: String { text("skip") }
    /// Skipped
    package var skipped: String { text("skipped") }
    /// Streak
    package var streak: String { text("streak") }
    /// %lld days
    package func streakDays(_ count: Int) -> String {
        text("streakDays", count.localizable)
    }
    /// %lld weeks
    package func streakWeeks(_ count: Int) -> String {
        text("streakWeeks", count.localizable)
    }
    /// Streaks
    package var streaks: String { text("streaks") }
    /// Symbol
    package var symbol: String { text("symbol") }
    /// Enter one emoji, or one or two letters.
    package var symbolTooLong: String { text("symbolTooLong") }
    /// Sync with my other devices
    package var sync: String { text("sync") }
    /// Sync Again
    package var syncAgain: String { text("syncAgain") }
    /// When this is off, what you tick stays on this device.
    package var syncHint: String { text("syncHint") }
    /// Not everything is synced yet: %@
    package func syncProblem(_ reason: some LocalizableArgument) -> String {
        text("syncProblem", reason.localizable)
    }
    /// Tap a day to correct it.
    package var tapToCorrect: String { text("tapToCorrect") }
    /// Mark %@ as done
    package func tick(_ name: some LocalizableArgument) -> String {
        text("tick", name.localizable)
    }
    /// Ticks are waiting. The next one opens Habits.
    package var ticksAreWaiting: String { text("ticksAreWaiting") }
    /// Enter a time such as 08:30.
    package var timeUnknown: String { text("timeUnknown") }
    /// Times are in %@, where Today runs.
    package func timesAreIn(_ zone: some LocalizableArgument) -> String {
        text("timesAreIn", zone.localizable)
    }
    /// Today
    package var today: String { text("today") }
    /// There are %lld habits already; delete one first.
    package func tooMany(_ limit: Int) -> String {
        text("tooMany", limit.localizable)
    }
    /// Twice a week
    package var twiceAWeek: String { text("twiceAWeek") }
    /// Undo
    package var undo: String { text("undo") }
    /// This version of Habits does not know this change.
    package var unknownAction: String { text("unknownAction") }
    /// Mark %@ as not done
    package func untick(_ name: some LocalizableArgument) -> String {
        text("untick", name.localizable)
    }
    /// Reminders appear once you allow Habits to send you notifications.
    package var waitsForAnswer: String { text("waitsForAnswer") }
    /// %1$lld of %2$lld this week
    package func week(_ done: Int, times: Int) -> String {
        text("week", done.localizable, times.localizable)
    }
    /// Week begins on
    package var weekBegins: String { text("weekBegins") }
    /// , 
    package var weekdaySeparator: String { text("weekdaySeparator") }
    /// Sunday Monday Tuesday Wednesday Thursday Friday Saturday
    package var weekdays: String { text("weekdays") }
    /// Yesterday
    package var yesterday: String { text("yesterday") }
}
