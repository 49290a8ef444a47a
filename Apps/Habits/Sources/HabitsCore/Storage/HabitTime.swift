import CivilTime
public import HabitsDomain
public import TodayKit

/// The time of a request, in the person's zone.
///
/// If the machine has no file of the zone, days begin at the host's midnight whatever the boundary is, and no point in
/// time is known.
public struct HabitTime: Sendable {
    /// The time in seconds since 1970.
    public let seconds: Int
    /// The time in milliseconds since 1970.
    public let milliseconds: Int
    /// The name of the zone.
    public let zone: String
    private let rules: ZoneRules?
    private let hostDay: Day

    /// Creates a time.
    ///
    /// - Parameters:
    ///   - now: The host's time.
    ///   - today: The host's day.
    ///   - zone: The person's zone, an IANA name.
    ///   - rules: The zone's rules; `nil` if they are not known.
    public init(now: Date, today: CivilDay, zone: String, rules: ZoneRules?) {
        let time = min(max(now.timeIntervalSince1970, 0), 253_402_300_799)
        seconds = Int(time.rounded(.down))
        milliseconds = Int((time * 1000).rounded(.down))
        self.zone = zone
        self.rules = rules
        hostDay = Day(today) ?? Day(number: seconds / 86_400)
    }

    /// Creates the time of a request.
    public init(_ context: some ProcessScoped) {
        self.init(
            now: context.now,
            today: context.today,
            zone: context.zone,
            rules: ZoneFolder.system.rules(of: context.zone)
        )
    }

    /// Returns the current day of a day boundary.
    public func day(_ boundary: TimeOfDay) -> Day {
        guard let rules else { return hostDay }
        return DayClock(zone: rules, boundary: boundary).day(at: seconds)
    }

    /// Returns the time at which a day begins, or `nil` if the zone is not known.
    public func start(of day: Day, _ boundary: TimeOfDay) -> Date? {
        rules.map { date(DayClock(zone: $0, boundary: boundary).start(of: day)) }
    }

    /// Returns the time at which clocks show a time of day on a day, or `nil` if the zone is not known.
    public func time(of time: TimeOfDay, on day: Day, _ boundary: TimeOfDay) -> Date? {
        rules.map { date(DayClock(zone: $0, boundary: boundary).time(of: time, on: day)) }
    }

    /// Returns the same zone at another time.
    public func at(_ other: Date) -> HabitTime {
        HabitTime(now: other, today: CivilDay(hostDay), zone: zone, rules: rules)
    }

    private func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
}

extension Day {
    /// Creates the day of a request; `nil` if it does not exist.
    public init?(_ day: CivilDay) { self.init(year: day.year, month: day.month, day: day.day) }
}

extension CivilDay {
    /// Creates the day that the protocol carries.
    public init(_ day: Day) {
        let date = day.date
        self.init(year: date.year, month: date.month, day: date.day)
    }
}
