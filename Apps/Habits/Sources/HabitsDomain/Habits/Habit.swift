public import CivilTime

/// The id of a habit, the same on all devices: 1 to 64 characters of `A-Za-z0-9._-`.
public struct HabitID: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The string.
    public let rawValue: String

    /// Creates an id; returns `nil` if it is malformed.
    public init?(rawValue: String) { self.init(rawValue) }

    /// Creates an id; returns `nil` if it is malformed.
    public init?(_ rawValue: String) {
        let isValid = rawValue.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
            default: false
            }
        }
        guard isValid, (1...64).contains(rawValue.utf8.count) else { return nil }
        self.rawValue = rawValue
    }

    /// The string.
    public var description: String { rawValue }

    /// Compares the strings by their Unicode scalars.
    public static func < (left: HabitID, right: HabitID) -> Bool { left.rawValue < right.rawValue }
}

/// What the person chose for a habit.
public struct Habit: Hashable, Sendable {
    /// The largest number of habits.
    public static let countLimit = 40
    /// The largest length of a name in characters.
    public static let nameLimit = 60
    /// The largest length of a symbol in characters.
    public static let symbolLimit = 2

    /// The name.
    public var name: String
    /// The symbol, usually an emoji; may be empty.
    public var symbol: String
    /// The days on which it is due.
    public var schedule: Schedule
    /// The time of its reminder, or `nil` for no reminder.
    public var reminder: TimeOfDay?
    /// The time at which its days begin, or `nil` for the one in the settings.
    public var boundary: TimeOfDay?

    /// Creates a habit.
    public init(
        name: String,
        symbol: String = "",
        schedule: Schedule = .daily,
        reminder: TimeOfDay? = nil,
        boundary: TimeOfDay? = nil
    ) {
        self.name = name
        self.symbol = symbol
        self.schedule = schedule
        self.reminder = reminder
        self.boundary = boundary
    }

    /// Returns a name or a symbol as it is stored: on one line, without control characters, and not too long.
    public static func cleaned(_ text: String, limit: Int) -> String {
        let plain = String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
        var result = String(plain.split(separator: " ").joined(separator: " ").prefix(limit))
        // A character may consist of any number of scalars.
        while result.utf8.count > limit * 32 { result.removeLast() }
        return result
    }
}

extension Habit: ReplicatedValue, Codable {
    private enum CodingKeys: String, CodingKey { case name, symbol, schedule, reminder, boundary }

    /// All values as text.
    public var mergeOrder: String {
        [name, symbol, schedule.description, reminder?.description ?? "", boundary?.description ?? ""].joined(
            separator: "\n"
        )
    }

    /// Decodes a habit; an unknown schedule is an error, since another device may have a newer version of the app.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let schedule = Schedule(try container.decode(String.self, forKey: .schedule)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .schedule,
                in: container,
                debugDescription: "there is no such schedule"
            )
        }
        self.init(
            name: Self.cleaned(try container.decode(String.self, forKey: .name), limit: Self.nameLimit),
            symbol: Self.cleaned(
                try container.decodeIfPresent(String.self, forKey: .symbol) ?? "",
                limit: Self.symbolLimit
            ),
            schedule: schedule,
            reminder: try container.decodeIfPresent(String.self, forKey: .reminder).flatMap { TimeOfDay($0) },
            boundary: try container.decodeIfPresent(String.self, forKey: .boundary).flatMap { TimeOfDay($0) }
                .flatMap { $0 <= .latestBoundary ? $0 : nil }
        )
    }

    /// Encodes a habit; schedule and times are texts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        if !symbol.isEmpty { try container.encode(symbol, forKey: .symbol) }
        try container.encode(schedule.description, forKey: .schedule)
        try container.encodeIfPresent(reminder?.description, forKey: .reminder)
        try container.encodeIfPresent(boundary?.description, forKey: .boundary)
    }
}
