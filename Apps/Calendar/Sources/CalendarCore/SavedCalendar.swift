public import TodayKit

extension GroupID {
    /// The app group of Calendar and its widget.
    public static let calendar = GroupID("group.today.calendar")
}

/// A calendar that the person added, as it is stored.
public struct SavedCalendar: Codable, Hashable, Sendable {
    /// Where a calendar comes from.
    public enum Source: Codable, Hashable, Sendable {
        /// An iCalendar document at an `https` or `http` URL.
        case address(String)
        /// A file with this name in the folder of the app group.
        case file(String)
        /// A calendar of a CalDAV server.
        case calDAV(url: String, login: Login)
    }

    /// How many calendars a person can have.
    public static let limit = 30

    /// The source, which identifies the calendar.
    public var source: Source
    /// What the person or the server calls it; `nil` for the document's own name.
    public var name: String?
    /// The color of its dot.
    public var color: CalendarColor
    /// Whether its events are shown.
    public var isOn: Bool

    /// Creates a calendar.
    public init(_ source: Source, name: String? = nil, color: CalendarColor = .blue, isOn: Bool = true) {
        self.source = source
        self.name = name
        self.color = color
        self.isOn = isOn
    }

    /// The URL or the name of the file, which identifies the calendar and is no secret.
    public var id: String {
        switch source {
        case .address(let url), .calDAV(let url, _): url
        case .file(let name): name
        }
    }

    /// The server of the URL, with the port if there is one, or the name of the file.
    public var place: String {
        let start = id.firstRange(of: "://")?.upperBound ?? id.startIndex
        return String(id[start...].prefix { !"/?#".contains($0) })
    }
}

/// A name and a password for a server.
///
/// It is stored with the calendar in the shared defaults of the app group and never shown again.
public struct Login: Codable, Hashable, Sendable {
    /// The name.
    public var user: String
    /// The password.
    public var password: String

    /// Creates a login.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }

    /// The value of the header `authorization` (RFC 7617).
    var authorization: String { "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())" }
}

/// The color of a calendar's dot, a picture of the bundle.
public enum CalendarColor: String, Codable, CaseIterable, Hashable, Sendable {
    case blue, orange, green, red, purple, teal, yellow, gray

    /// The color that follows.
    var next: CalendarColor {
        let all = Self.allCases
        return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
    }

    /// The first color that the fewest calendars have.
    static func unused(by calendars: [SavedCalendar]) -> CalendarColor {
        let counts = Dictionary(grouping: calendars, by: \.color).mapValues(\.count)
        return allCases.min { counts[$0] ?? 0 < counts[$1] ?? 0 } ?? .blue
    }
}

/// A calendar that was removed, kept so that the person can undo it.
public struct RemovedCalendar: Codable, Hashable, Sendable {
    /// How long it is kept, in seconds; the offer to undo is shorter.
    static let lifetime = 120.0

    /// The calendar.
    public var calendar: SavedCalendar
    /// Its place in the list.
    public var index: Int
    /// When it was removed.
    public var date: Date

    /// Creates a value.
    public init(_ calendar: SavedCalendar, index: Int, date: Date) {
        self.calendar = calendar
        self.index = index
        self.date = date
    }

    /// Whether it need not be kept any more.
    public func isOver(at now: Date) -> Bool { abs(now.timeIntervalSince(date)) > Self.lifetime }
}

extension DefaultsKey where Value == [SavedCalendar] {
    /// The calendars, in their order; none at first.
    public static var calendars: Self { Self("calendars", in: .calendar, default: []) }
}

extension DefaultsKey where Value == [RemovedCalendar] {
    /// The calendar that was removed last, until it is put back or ``RemovedCalendar/isOver(at:)``.
    public static var removed: Self { Self("removed", in: .calendar, default: []) }
}
