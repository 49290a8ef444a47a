public import HabitsDomain
import Synchronization
public import TodayKit

/// The habits in the shared defaults of the group.
///
/// Only the app writes them, one change after another (`CommitSequence`); the widget reads them and puts the actions
/// that the app has not processed on top.
public struct HabitStore: Sendable {
    private let defaults: SharedDefaults

    /// Creates the store of a request.
    public init(_ context: some ProcessScoped) { defaults = context.defaults }

    /// Reads the habits; marks are read when they are needed.
    public func load() -> HabitData {
        let months = MonthCache(defaults)
        return HabitData(
            entries: defaults[.habits],
            settings: defaults[.settings],
            month: { months[$0] },
            firstDay: { [defaults] in defaults[.firstDay($0)].flatMap { Day($0) } }
        )
    }

    /// Writes what changed.
    ///
    /// - Throws: `RequestError` if the host refuses.
    public func save(_ data: HabitData) async throws {
        if !data.changedEntries.isEmpty {
            try await defaults.set(data.entries.values.sorted { $0.id < $1.id }, for: .habits)
        }
        if data.hasChangedSettings { try await defaults.set(data.storedSettings, for: .settings) }
        for (key, month) in data.changedMonths.sorted(by: { $0.key < $1.key }) {
            try await defaults.set(month, for: .marks(key))
        }
        for (habit, day) in data.changedFirstDays.sorted(by: { $0.key < $1.key }) {
            try await defaults.set(day.description, for: .firstDay(habit))
        }
    }
}

/// Remembers the months that were decoded, since everything that follows a tick reads them several times.
private final class MonthCache: Sendable {
    private let defaults: SharedDefaults
    private let months = Mutex<[MarkMonthKey: MarkMonth]>([:])

    init(_ defaults: SharedDefaults) { self.defaults = defaults }

    subscript(key: MarkMonthKey) -> MarkMonth {
        if let known = months.withLock({ $0[key] }) { return known }
        let month = defaults[.marks(key)]
        months.withLock { $0[key] = month }
        return month
    }
}

/// An action in the queue of the group.
public enum HabitAction: Codable, Hashable, Sendable {
    /// Stores a mark: a state with its version, so that processing it again, or late, changes nothing.
    case mark(edit: MarkEdit)
    /// Fetches what other devices changed.
    case fetchChanges
    /// Sends a part of what is stored, after the month with this key (`habit month`), or from the beginning.
    case sendAll(after: String?)
}

extension HabitData {
    /// Puts the actions that the app has not processed on top; those that were set aside do not count.
    public mutating func merge(_ pending: [PendingAction]) {
        for action in pending where action.state != .failed {
            guard case .mark(let edit)? = try? action.decode(HabitAction.self) else { continue }
            merge(edit)
        }
    }
}
