// Made by script/make-texts.py from Localizable.xcstrings; change that instead.
// swift-format-ignore-file
import AppLanguages
package import TodayKit

extension Texts {
    /// Add
    package var add: String { text("add") }
    /// Add Clock
    package var addAClock: String { text("addAClock") }
    /// Add %@
    package func addCity(_ city: some LocalizableArgument) -> String {
        text("addCity", city.localizable)
    }
    /// Clock
    package var clock: String { text("clock") }
    /// %1$@, %2$@ h
    package func dayAndHours(_ day: some LocalizableArgument, hours: some LocalizableArgument) -> String {
        text("dayAndHours", day.localizable, hours.localizable)
    }
    /// Find a city
    package var findACity: String { text("findACity") }
    /// Name
    package var label: String { text("label") }
    /// The city, if left empty
    package var labelHint: String { text("labelHint") }
    /// Use at most %lld characters.
    package func labelTooLong(_ limit: Int) -> String {
        text("labelTooLong", limit.localizable)
    }
    /// Type more letters to see others.
    package var moreFound: String { text("moreFound") }
    /// There are no clocks. Add one in Clock.
    package var noClocks: String { text("noClocks") }
    /// There are no clocks yet.
    package var noClocksHere: String { text("noClocksHere") }
    /// Clock has no page “%@”.
    package func noPage(_ path: some LocalizableArgument) -> String {
        text("noPage", path.localizable)
    }
    /// No city begins with “%@”.
    package func nothingFound(_ beginning: some LocalizableArgument) -> String {
        text("nothingFound", beginning.localizable)
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
    /// Search
    package var search: String { text("search") }
    /// Lisbon
    package var searchExample: String { text("searchExample") }
    /// Enter the beginning of a name.
    package var searchMissing: String { text("searchMissing") }
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
}
