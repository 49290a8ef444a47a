// Made by script/make-texts.py from Localizable.xcstrings; change that instead.
// swift-format-ignore-file
import AppLanguages
package import TodayKit

extension Texts {
    /// Add
    package var add: String { text("add") }
    /// Add Calendar
    package var addACalendar: String { text("addACalendar") }
    /// Add CalDAV Server
    package var addAnAccount: String { text("addAnAccount") }
    /// Add %@
    package func addFile(_ name: some LocalizableArgument) -> String {
        text("addFile", name.localizable)
    }
    /// This calendar is in the list already.
    package var addressKnown: String { text("addressKnown") }
    /// Address or file
    package var addressOrFile: String { text("addressOrFile") }
    /// Enter an address such as https://example.org/calendar.ics, or the name of a file that ends with .ics.
    package var addressWrong: String { text("addressWrong") }
    /// All day
    package var allDay: String { text("allDay") }
    /// blue
    package var blue: String { text("blue") }
    /// Calendar
    package var calendar: String { text("calendar") }
    /// The calendar is incomplete.
    package var calendarIncomplete: String { text("calendarIncomplete") }
    /// The calendar is larger than 512 KiB.
    package var calendarTooLarge: String { text("calendarTooLarge") }
    /// Color
    package var color: String { text("color") }
    /// %lld today
    package func countToday(_ count: Int) -> String {
        text("countToday", count.localizable)
    }
    /// %lld calendars could not be updated
    package func failures(_ count: Int) -> String {
        text("failures", count.localizable)
    }
    /// The name of a file ends with .ics, and the file is in the folder groups/group.today.calendar of Today's state.
    package var fileHint: String { text("fileHint") }
    /// Find Calendars
    package var findCalendars: String { text("findCalendars") }
    /// Files in the folder
    package var foundFiles: String { text("foundFiles") }
    /// From %@
    package func from(_ time: some LocalizableArgument) -> String {
        text("from", time.localizable)
    }
    /// gray
    package var gray: String { text("gray") }
    /// green
    package var green: String { text("green") }
    /// Hide
    package var hide: String { text("hide") }
    /// Hide %@
    package func hideCalendar(_ title: some LocalizableArgument) -> String {
        text("hideCalendar", title.localizable)
    }
    /// The server does not accept this name and password.
    package var loginRefused: String { text("loginRefused") }
    /// Manage Calendars
    package var manage: String { text("manage") }
    /// %lld more are not shown.
    package func more(_ count: Int) -> String {
        text("more", count.localizable)
    }
    /// Name
    package var name: String { text("name") }
    /// The calendar's own, if left empty
    package var nameHint: String { text("nameHint") }
    /// No calendars were found there. Check the address.
    package var noCalDAV: String { text("noCalDAV") }
    /// There is no calendar at this address.
    package var noCalendarThere: String { text("noCalendarThere") }
    /// There are no calendars yet. Add an address, a file or a CalDAV server.
    package var noCalendars: String { text("noCalendars") }
    /// Calendar may not use its app group; allow it in Settings.
    package var noGroup: String { text("noGroup") }
    /// Calendar has no page “%@”.
    package func noPage(_ path: some LocalizableArgument) -> String {
        text("noPage", path.localizable)
    }
    /// There is no file %@ in the folder groups/group.today.calendar.
    package func noSuchFile(_ name: some LocalizableArgument) -> String {
        text("noSuchFile", name.localizable)
    }
    /// This is not an iCalendar file.
    package var notACalendar: String { text("notACalendar") }
    /// Calendar may not fetch from %@ yet.
    package func notAllowedYet(_ server: some LocalizableArgument) -> String {
        text("notAllowedYet", server.localizable)
    }
    /// A password is sent only over an encrypted connection; use an address that begins with https.
    package var notEncrypted: String { text("notEncrypted") }
    /// Nothing is planned for the next two weeks.
    package var nothingPlanned: String { text("nothingPlanned") }
    /// Now
    package var now: String { text("now") }
    /// Open Calendar
    package var openCalendar: String { text("openCalendar") }
    /// orange
    package var orange: String { text("orange") }
    /// Change the color of %1$@ to %2$@
    package func paintCalendar(_ title: some LocalizableArgument, color: some LocalizableArgument) -> String {
        text("paintCalendar", title.localizable, color.localizable)
    }
    /// Password
    package var password: String { text("password") }
    /// Use a password for apps, if the server offers one. It is stored on this machine without encryption and sent only to this server.
    package var passwordHint: String { text("passwordHint") }
    /// Enter the password.
    package var passwordWrong: String { text("passwordWrong") }
    /// purple
    package var purple: String { text("purple") }
    /// red
    package var red: String { text("red") }
    /// Refresh
    package var refresh: String { text("refresh") }
    /// Remove
    package var remove: String { text("remove") }
    /// Remove %@
    package func removeCalendar(_ title: some LocalizableArgument) -> String {
        text("removeCalendar", title.localizable)
    }
    /// %@ was removed.
    package func removed(_ title: some LocalizableArgument) -> String {
        text("removed", title.localizable)
    }
    /// Server
    package var server: String { text("server") }
    /// Enter an address such as https://dav.example.org/.
    package var serverWrong: String { text("serverWrong") }
    /// Show
    package var show: String { text("show") }
    /// Show %@
    package func showCalendar(_ title: some LocalizableArgument) -> String {
        text("showCalendar", title.localizable)
    }
    /// teal
    package var teal: String { text("teal") }
    /// Today
    package var today: String { text("today") }
    /// Tomorrow
    package var tomorrow: String { text("tomorrow") }
    /// You have %lld calendars already; remove one first.
    package func tooMany(_ limit: Int) -> String {
        text("tooMany", limit.localizable)
    }
    /// Events that repeat in an unknown way, shown once: %lld
    package func unsupported(_ count: Int) -> String {
        text("unsupported", count.localizable)
    }
    /// Until %@
    package func until(_ time: some LocalizableArgument) -> String {
        text("until", time.localizable)
    }
    /// Untitled
    package var untitled: String { text("untitled") }
    /// Updated: %@
    package func updated(_ date: some LocalizableArgument) -> String {
        text("updated", date.localizable)
    }
    /// User name
    package var user: String { text("user") }
    /// Enter the user name, without a colon.
    package var userWrong: String { text("userWrong") }
    /// yellow
    package var yellow: String { text("yellow") }
}
