public import CivilTime

/// The days on which a habit is due.
///
/// As text it is `daily`, `weekdays:2,4,6` (1 is Sunday) or `weekly:3`.
public enum Schedule: Hashable, Sendable {
    /// Every day.
    case daily
    /// On some days of each week, at least one.
    case weekdays(Set<Weekday>)
    /// A number of times in each week, 1 to 6, on any days.
    case timesAWeek(Int)

    /// The numbers of times for ``timesAWeek(_:)``.
    public static let timesRange = 1...6

    /// Parses the text; returns `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("daily", 1): self = .daily
        case ("weekdays", 2):
            let days = parts[1].split(separator: ",", omittingEmptySubsequences: false)
                .map { Int($0).flatMap(Weekday.init(rawValue:)) }
            let known = days.compactMap(\.self)
            guard known.count == days.count, (1...7).contains(days.count) else { return nil }
            self = .weekdays(Set(known))
        case ("weekly", 2):
            guard let times = Int(parts[1]), Self.timesRange.contains(times) else { return nil }
            self = .timesAWeek(times)
        default: return nil
        }
    }
}

extension Schedule: CustomStringConvertible {
    /// The schedule as text.
    public var description: String {
        switch self {
        case .daily: "daily"
        case .weekdays(let days): "weekdays:" + days.sorted().map { String($0.rawValue) }.joined(separator: ",")
        case .timesAWeek(let times): "weekly:\(times)"
        }
    }
}
