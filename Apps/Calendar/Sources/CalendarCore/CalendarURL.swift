/// The URLs of the app's pages.
public enum CalendarURL {
    /// The events of two weeks.
    public static let agenda = "today-calendar://"
    /// The list of calendars.
    public static let list = "today-calendar://calendars"
    /// The form for an address or a file.
    public static let add = "today-calendar://add"
    /// The form for a CalDAV server.
    public static let account = "today-calendar://account"
}
