/// Tells the civil day at a time, in one zone and with one day boundary.
///
/// With the boundary 03:00, a day lasts from 03:00 until 03:00 of the following day. It begins at the first moment at
/// which clocks show its date and the boundary or something later: if the clock skips the boundary, that is the end of
/// the gap; if the clock shows it twice, the first time. So days follow one another without gaps and never repeat,
/// whatever clocks do.
public struct DayClock: Sendable {
    /// The zone.
    public let zone: ZoneRules
    /// The local time at which days begin.
    public let boundary: TimeOfDay

    /// Creates a clock.
    public init(zone: ZoneRules, boundary: TimeOfDay = .midnight) {
        self.zone = zone
        self.boundary = boundary
    }

    /// Returns the day at a time.
    ///
    /// - Parameter time: Seconds since 1970.
    /// - Returns: The day.
    public func day(at time: Int) -> Day {
        let local = time + zone.offset(at: time) - boundary.minutes * 60
        var day = Day(number: local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400))
        // Clocks that were set back repeat times before the boundary, after the day has begun.
        while start(of: day + 1) <= time { day = day + 1 }
        while start(of: day) > time { day = day - 1 }
        return day
    }

    /// Returns the second at which a day begins, since 1970.
    public func start(of day: Day) -> Int {
        zone.firstTime(showing: day.number * 86_400 + boundary.minutes * 60)
    }

    /// Returns the second at which clocks first show a time of day on a day, since 1970.
    ///
    /// A time before the boundary is on the following date: with the boundary 03:00, half past one belongs to the
    /// evening before.
    public func time(of time: TimeOfDay, on day: Day) -> Int {
        zone.firstTime(showing: date(of: time, on: day).number * 86_400 + time.minutes * 60)
    }

    /// Returns the date that clocks show at a time of day on a day.
    public func date(of time: TimeOfDay, on day: Day) -> Day { time < boundary ? day + 1 : day }
}
