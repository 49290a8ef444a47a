import TodayKit

/// The URLs of the app's pages.
public enum CalendarURL {
    /// The parameter of ``account`` with the server that the person has to allow first.
    public static let server = "server"

    /// The events of two weeks.
    public static let agenda = "today-calendar://"
    /// The list of calendars.
    public static let list = "today-calendar://calendars"
    /// The form for an address or a file.
    public static let add = "today-calendar://add"
    /// The form for a CalDAV server.
    public static let account = "today-calendar://account"

    /// Returns the form for a CalDAV server that the person has to allow first.
    public static func account(allowing server: String) -> String {
        "\(account)?\(Self.server)=\(server.escapedForURLs)"
    }
}
