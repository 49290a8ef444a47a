// Made by script/make-texts.py from Localizable.xcstrings; change that instead.
// swift-format-ignore-file
import AppLanguages
package import TodayKit

extension Texts {
    /// Add
    package var add: String { text("add") }
    /// Add a clock
    package var addAClock: String { text("addAClock") }
    /// Choose a time zone
    package var chooseZone: String { text("chooseZone") }
    /// %1$@ (%2$@)
    package func cityAndZone(_ city: some LocalizableArgument, zone: some LocalizableArgument) -> String {
        text("cityAndZone", city.localizable, zone.localizable)
    }
    /// Clock
    package var clock: String { text("clock") }
    /// %1$@, %2$@ h
    package func dayAndHours(_ day: some LocalizableArgument, hours: some LocalizableArgument) -> String {
        text("dayAndHours", day.localizable, hours.localizable)
    }
    /// Name
    package var label: String { text("label") }
    /// The city, if left empty
    package var labelHint: String { text("labelHint") }
    /// Use at most %lld characters.
    package func labelTooLong(_ limit: Int) -> String {
        text("labelTooLong", limit.localizable)
    }
    /// There are no clocks. Add one in Clock.
    package var noClocks: String { text("noClocks") }
    /// There are no clocks yet.
    package var noClocksHere: String { text("noClocksHere") }
    /// Clock has no page “%@”.
    package func noPage(_ path: some LocalizableArgument) -> String {
        text("noPage", path.localizable)
    }
    /// Open Clock
    package var openClock: String { text("openClock") }
    /// Remove
    package var remove: String { text("remove") }
    /// Remove %@
    package func removeClock(_ title: some LocalizableArgument) -> String {
        text("removeClock", title.localizable)
    }
    /// %@ was removed.
    package func removed(_ title: some LocalizableArgument) -> String {
        text("removed", title.localizable)
    }
    /// Time zone
    package var timeZone: String { text("timeZone") }
    /// Today
    package var today: String { text("today") }
    /// Tomorrow
    package var tomorrow: String { text("tomorrow") }
    /// You have %lld clocks already; remove one first.
    package func tooMany(_ limit: Int) -> String {
        text("tooMany", limit.localizable)
    }
    /// Yesterday
    package var yesterday: String { text("yesterday") }
    /// Your time
    package var yourTime: String { text("yourTime") }
    /// Choose a time zone from the list.
    package var zoneMissing: String { text("zoneMissing") }
}
