public import TodayKit

/// The time of the reminder.
public struct Reminder: Codable, Hashable, Sendable {
    /// How often the reminder repeats.
    public enum Recurrence: Codable, Hashable, Sendable {
        /// On one day.
        case once(CivilDay)
        /// Every day.
        case daily
        /// On one day of each week, 1 for Sunday.
        case weekly(weekday: Int)
    }

    /// How often the reminder repeats.
    public var recurrence: Recurrence
    /// The hour, 0 to 23.
    public var hour: Int
    /// The minute, 0 to 59.
    public var minute: Int
    /// The time zone, an IANA name; `nil` means that of the host, wherever it goes.
    public var zone: String?

    /// Creates a reminder.
    public init(_ recurrence: Recurrence, hour: Int, minute: Int, zone: String? = nil) {
        self.recurrence = recurrence
        self.hour = hour
        self.minute = minute
        self.zone = zone
    }

    /// The trigger of the notification; without a time zone it follows the host into others.
    public var trigger: NotificationTrigger {
        switch recurrence {
        case .once(let day):
            .calendar(
                DateComponents(year: day.year, month: day.month, day: day.day, hour: hour, minute: minute),
                timeZone: zone
            )
        case .daily: .calendar(DateComponents(hour: hour, minute: minute), timeZone: zone, repeats: true)
        case .weekly(let weekday):
            .calendar(DateComponents(hour: hour, minute: minute, weekday: weekday), timeZone: zone, repeats: true)
        }
    }

    /// Creates the reminder of a trigger; returns `nil` if the trigger is not one of this app's.
    public init?(_ trigger: NotificationTrigger) {
        guard case .calendar(let units, let zone, let repeats) = trigger, let hour = units.hour,
            let minute = units.minute
        else { return nil }
        if !repeats, let year = units.year, let month = units.month, let day = units.day {
            self.init(.once(CivilDay(year: year, month: month, day: day)), hour: hour, minute: minute, zone: zone)
        } else if repeats, let weekday = units.weekday {
            self.init(.weekly(weekday: weekday), hour: hour, minute: minute, zone: zone)
        } else if repeats, units.day == nil, units.month == nil {
            self.init(.daily, hour: hour, minute: minute, zone: zone)
        } else {
            return nil
        }
    }

    /// Returns a time of day such as `08:30`, which inputs hold whatever the person's clock.
    static func clock(_ hour: Int, _ minute: Int) -> String {
        [hour, minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

extension CivilDay {
    /// The day of the week of the Gregorian calendar, 1 for Sunday to 7 for Saturday.
    var weekday: Int {
        // Years that begin in March have their leap day at the end.
        let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][max(0, min(11, month - 1))]
        let year = month < 3 ? year - 1 : year
        return (year + year / 4 - year / 100 + year / 400 + shift + day) % 7 + 1
    }
}
