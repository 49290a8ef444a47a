import AppLanguages
import CivilTime
import HabitsDomain

/// The texts of the pages and of the widget, and what depends on the language beside them.
package struct Texts: AppTexts {
    package static let app = "Habits"

    package let surface: String

    /// Creates the texts for the language of the surface; English for other languages.
    package init(_ surface: String) { self.surface = surface }

    /// A time of day.
    func time(_ time: TimeOfDay) -> String { ClockFormat(surface).text(time.hour, time.minute) }

    /// That ticks wait for the app, with the time at which it last processed some; `nil` if it never did.
    func notProcessed(since last: String?) -> String { last.map { lastProcessed($0) } ?? ticksAreWaiting }

    /// The length of a streak.
    func length(_ count: Int, _ unit: Streak.Unit) -> String {
        switch unit {
        case .days: streakDays(count)
        case .weeks: streakWeeks(count)
        }
    }

    func timesAWeek(_ times: Int) -> String {
        switch times {
        case 1: onceAWeek
        case 2: twiceAWeek
        default: moreTimesAWeek(times)
        }
    }
}
