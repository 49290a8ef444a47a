import Glibc
import Synchronization
public import TodayKit

/// What the clocks on the wall of a time zone show at a point in time.
public struct LocalTime: Hashable, Sendable {
    /// The hour, 0 to 23.
    public var hour: Int
    /// The minute, 0 to 59.
    public var minute: Int
    /// The days since the beginning of 1970, of the calendar there.
    public var day: Int
    /// The seconds east of UTC, with summer time.
    public var offset: Int
    /// `true` if the zone is UTC itself, as on many servers, which says nothing about the place of the person.
    public var isUTC: Bool

    /// Creates a time from its parts.
    public init(hour: Int, minute: Int, day: Int, offset: Int, isUTC: Bool = false) {
        self.hour = hour
        self.minute = minute
        self.day = day
        self.offset = offset
        self.isUTC = isUTC
    }

    /// Reads the time in a zone from the system's time zone database.
    ///
    /// - Parameters:
    ///   - date: The point in time.
    ///   - zone: An IANA name such as `Europe/Berlin`; UTC if the database has no such zone.
    public init(_ date: Date, in zone: String) {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        offset = Self.offset(at: seconds, in: zone)
        let local = seconds + offset
        day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
        let secondOfDay = local - day * 86_400
        (hour, minute) = (secondOfDay / 3600, secondOfDay % 3600 / 60)
        isUTC = Self.namesOfUTC.contains(zone)
    }

    private static let namesOfUTC: Set = ["UTC", "Etc/UTC", "GMT", "Etc/GMT", "Etc/UCT", "Etc/Universal"]

    // The C library keeps one zone for the process; it is set and used without interruption.
    private static let zone = Mutex("")

    private static func offset(at seconds: Int, in name: String) -> Int {
        zone.withLock { current in
            if current != name {
                setenv("TZ", ":\(name)", 1)
                tzset()
                current = name
            }
            var (time, parts) = (time_t(seconds), tm())
            return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff
        }
    }
}
