/// The weather of the coming hours and days; what the provider did not give is missing.
public struct Forecast: Hashable, Sendable {
    /// The next hours, in order.
    public var hours: [Hour] = []
    /// Today and the next days, in order.
    public var days: [Day] = []

    /// One hour.
    public struct Hour: Hashable, Sendable {
        /// The hour of the day at the place, 0 to 23.
        public var hour: Int
        /// The temperature, in °F or °C.
        public var temperature: Double
        /// The chance of precipitation, 0 to 1.
        public var precipitationChance: Double?
        /// The state of the sky.
        public var sky: Sky?
    }

    /// One day.
    public struct Day: Hashable, Sendable {
        /// The day of the week: 0 is Sunday.
        public var weekday: Int
        /// The highest temperature, in °F or °C.
        public var high: Double
        /// The lowest temperature, in °F or °C.
        public var low: Double
        /// The state of the sky.
        public var sky: Sky?
        /// The greatest chance of precipitation, 0 to 1.
        public var precipitationChance: Double?
        /// The greatest wind speed, in miles per hour or metres per second.
        public var windSpeed: Double?
        /// When the sun rises at the place.
        public var sunrise: ClockTime?
        /// When the sun sets at the place.
        public var sunset: ClockTime?
    }

    /// Today, if it is known.
    public var today: Day? { days.first }

    /// Returns `true` if the sun is up at an hour of the day, as it is today, or if its times are not known.
    func isDay(at hour: Int) -> Bool {
        // The same time twice is that of a sun that does not rise or does not set.
        guard let sunrise = today?.sunrise, let sunset = today?.sunset, sunrise != sunset else { return true }
        let (hasRisen, hasNotSet) = (hour >= sunrise.hour, hour <= sunset.hour)
        // In a northern summer, the sun may set after midnight.
        let setsBeforeMidnight = (sunrise.hour, sunrise.minute) < (sunset.hour, sunset.minute)
        return setsBeforeMidnight ? hasRisen && hasNotSet : hasRisen || hasNotSet
    }
}

/// A time of day at a place.
public struct ClockTime: Hashable, Sendable {
    /// The hour, 0 to 23.
    public var hour: Int
    /// The minute, 0 to 59.
    public var minute: Int

    /// Creates a time of day.
    public init(hour: Int, minute: Int) {
        self.hour = hour
        self.minute = minute
    }

    /// Reads the time of day in a text such as `2026-11-21T08:00`; `nil` for any other text.
    init?(local text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "T"))
        guard parts.count == 2, let fields = Self.numbers(parts[1], separator: UInt8(ascii: ":")), fields.count == 2,
            (0...23).contains(fields[0]), (0...59).contains(fields[1])
        else { return nil }
        self.init(hour: fields[0], minute: fields[1])
    }

    /// Returns the day of the week of a date such as `2026-11-21`, 0 for Sunday; `nil` for any other text.
    static func weekday(of date: String) -> Int? {
        guard let fields = numbers(date.utf8[...], separator: UInt8(ascii: "-")), fields.count == 3,
            (1...9999).contains(fields[0]), (1...12).contains(fields[1]), (1...31).contains(fields[2])
        else { return nil }
        // Sakamoto's rule: January and February count as months of the year before.
        let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
        let year = fields[1] < 3 ? fields[0] - 1 : fields[0]
        return (year + year / 4 - year / 100 + year / 400 + offsets[fields[1] - 1] + fields[2]) % 7
    }

    private static func numbers(_ text: Substring.UTF8View, separator: UInt8) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.count <= 4 && part.allSatisfy { (0x30...0x39).contains($0) } ? Int(Substring(part)) : nil
        }
        return numbers.count == parts.count ? numbers : nil
    }
}
