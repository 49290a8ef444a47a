// Made by script/make-texts.py from Localizable.xcstrings; change that instead.
// swift-format-ignore-file
import AppLanguages
package import TodayKit

extension Texts {
    /// %1$lld days, %2$lld h
    package func daysAndHours(_ days: Int, hours: Int) -> String {
        text("daysAndHours", days.localizable, hours.localizable)
    }
    /// Disk
    package var disk: String { text("disk") }
    /// %1$lld h, %2$lld min
    package func hoursAndMinutes(_ hours: Int, minutes: Int) -> String {
        text("hoursAndMinutes", hours.localizable, minutes.localizable)
    }
    /// Load
    package var load: String { text("load") }
    /// Memory
    package var memory: String { text("memory") }
    /// %lld min
    package func minutesAlone(_ minutes: Int) -> String {
        text("minutesAlone", minutes.localizable)
    }
    /// System has no page “%@”.
    package func noPage(_ path: some LocalizableArgument) -> String {
        text("noPage", path.localizable)
    }
    /// Open System
    package var openSystem: String { text("openSystem") }
    /// %lld%%
    package func percentage(_ number: Int) -> String {
        text("percentage", number.localizable)
    }
    /// Processors
    package var processors: String { text("processors") }
    /// Refresh
    package var refresh: String { text("refresh") }
    /// Running for
    package var runningFor: String { text("runningFor") }
    /// Swap space
    package var swap: String { text("swap") }
    /// System
    package var system: String { text("system") }
    /// up %@
    package func up(_ duration: some LocalizableArgument) -> String {
        text("up", duration.localizable)
    }
    /// %1$@ of %2$@
    package func usedSize(_ used: some LocalizableArgument, total: some LocalizableArgument) -> String {
        text("usedSize", used.localizable, total.localizable)
    }
}
