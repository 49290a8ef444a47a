public import AddressLists
public import CalendarFormat
public import TodayKit

/// What a calendar contained when it was last read with success, as it is stored.
public struct CalendarContent: Codable, Hashable, Sendable {
    /// The time between two fetches of a calendar that does not say how often it changes, in seconds.
    static let usualInterval = 3600.0
    /// The shortest and the longest time between two fetches, in seconds, whatever the calendar says.
    static let intervals = 900.0...86_400.0

    /// The events.
    public var document: CalendarDocument
    /// When it was read.
    public var fetched: Date
    /// How long it is fresh after that, in seconds.
    public var interval: Double

    /// Creates the content.
    ///
    /// - Parameters:
    ///   - document: The events.
    ///   - fetched: When it was read.
    ///   - interval: How long it is fresh after that, in seconds; what the document says if `nil`.
    public init(_ document: CalendarDocument, fetched: Date, interval: Double? = nil) {
        let asked = interval ?? document.interval ?? Self.usualInterval
        self.document = document
        self.fetched = fetched
        self.interval = min(max(asked, Self.intervals.lowerBound), Self.intervals.upperBound)
    }

    /// The time at which it is to be fetched again.
    var due: Date { fetched.addingTimeInterval(interval) }

    /// Whether it need not be fetched yet; `false` after the clock was set back.
    func isFresh(at now: Date) -> Bool { fetched <= now && now < due }
}

/// A calendar with what is known of it now.
public struct CalendarStatus: Hashable, Sendable {
    /// The calendar.
    public var calendar: SavedCalendar
    /// Its content; `nil` if it was never read with success.
    public var content: CalendarContent?
    /// Why there is nothing newer; `nil` if there is nothing to expect.
    public var failure: CalendarFailure?

    /// Creates a status.
    public init(_ calendar: SavedCalendar, content: CalendarContent? = nil, failure: CalendarFailure? = nil) {
        self.calendar = calendar
        self.content = content
        self.failure = failure
    }

    /// The name that people see: the person's, or else the calendar's own, or else the server or the file.
    public var title: String { calendar.name ?? content?.document.name ?? calendar.place }

    /// How many events repeat in a way that is not supported.
    var unsupportedCount: Int { content?.document.events.count(where: \.isUnsupported) ?? 0 }
}

/// Why a calendar could not be read.
public enum CalendarFailure: Error, Hashable, Sendable, FetchFailure {
    /// The person has not allowed a server yet.
    case notAllowed(server: String)
    /// The host refuses for another reason, such as a right that was revoked; its sentence says what to do.
    case refused(String)
    /// The server cannot be reached, or broke off.
    case unreachable
    /// The server did not answer in time.
    case tooSlow
    /// The calendar is larger than the host passes on, or than a file may be.
    case tooLarge
    /// The server does not accept the name and the password.
    case login
    /// The server answered with this HTTP status.
    case status(Int)
    /// The address or the file has no calendar.
    case notACalendar
    /// The calendar is incomplete.
    case incomplete
    /// The folder of the app group has no such file.
    case noFile(String)
    /// A password would be sent without encryption.
    case notEncrypted
    /// The server has no calendars, or does not speak CalDAV.
    case noCalDAV

    /// Translates a status that is not a success.
    init(status: Int) { self = status == 401 || status == 403 ? .login : .status(status) }
}
