public import HabitsDomain
public import TodayKit

/// The pages of the app.
public enum HabitsAddress: Hashable, Sendable {
    /// What is due today.
    case today
    /// The habits of a past day, to correct it.
    case day(Day)
    /// A month at a glance; `nil` for the current one.
    case month(Month?)
    /// The streaks of all habits.
    case streaks
    /// One habit with its month; `nil` for the current one.
    case habit(HabitID, Month?)
    /// The list in which habits are added, edited, ordered and deleted.
    case arrange
    /// The form for a new habit.
    case add
    /// The form of a habit.
    case edit(HabitID)
    /// The settings.
    case settings

    private static let scheme = HabitsURL.today

    /// Parses a URL; `nil` if no page has this URL.
    public init?(_ url: SceneURL) {
        let parts = url.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let month = url.query["month"].flatMap { Month($0) }
        switch (parts.first ?? "", parts.count) {
        case ("", 1): self = .today
        case ("month", 1): self = .month(month)
        case ("streaks", 1): self = .streaks
        case ("edit", 1): self = .arrange
        case ("add", 1): self = .add
        case ("settings", 1): self = .settings
        case ("day", 2):
            guard let day = Day(parts[1]) else { return nil }
            self = .day(day)
        case ("habit", 2), ("edit", 2):
            guard let id = HabitID(parts[1]) else { return nil }
            self = parts[0] == "edit" ? .edit(id) : .habit(id, month)
        default: return nil
        }
    }

    /// The URL as text.
    public var text: String {
        switch self {
        case .today: Self.scheme
        case .day(let day): "\(Self.scheme)day/\(day)"
        case .month(let month): Self.scheme + "month" + Self.query(month)
        case .streaks: Self.scheme + "streaks"
        case .habit(let id, let month): "\(Self.scheme)habit/\(id)" + Self.query(month)
        case .arrange: Self.scheme + "edit"
        case .add: Self.scheme + "add"
        case .edit(let id): "\(Self.scheme)edit/\(id)"
        case .settings: Self.scheme + "settings"
        }
    }

    private static func query(_ month: Month?) -> String { month.map { "?month=\($0)" } ?? "" }
}
