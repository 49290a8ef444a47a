public import HabitsDomain

/// A change that can be undone, and how.
///
/// Undoing makes a new edit with the old values, so that it wins on the other devices too.
public struct UndoStep: Codable, Hashable, Sendable, Identifiable {
    /// The number of changes that can be undone.
    public static let limit = 20
    /// How long every page offers to undo a change; later only the page for editing does.
    static let recentSeconds = 600

    /// What was changed, for the person.
    public enum Change: Codable, Hashable, Sendable {
        /// A habit was added.
        case added(String)
        /// A habit was edited.
        case changed(String)
        /// A habit was deleted.
        case deleted(String)
        /// The habits were ordered.
        case ordered
        /// A past day of a habit was corrected.
        case corrected(String)
        /// The settings were changed.
        case settings

        func text(_ texts: Texts) -> String {
            switch self {
            case .added(let name): texts.added(name)
            case .changed(let name), .corrected(let name): texts.changed(name)
            case .deleted(let name): texts.deleted(name)
            case .ordered: texts.reordered
            case .settings: texts.settingsChanged
            }
        }
    }

    /// What to restore.
    public enum Restoration: Codable, Hashable, Sendable {
        /// What the person had chosen for a habit.
        case habit(HabitID, Habit)
        /// Whether a habit was deleted.
        case isDeleted(HabitID, Bool)
        /// The order of the habits.
        case order([HabitID])
        /// The mark of a habit on a day.
        case mark(HabitID, day: String, Mark)
        /// The settings.
        case settings(HabitSettings)
    }

    /// The id of the tap that made the change.
    public var id: String
    /// The time of the change in seconds since 1970.
    public var seconds: Int
    /// What was changed.
    public var change: Change
    /// What to restore.
    public var restoration: Restoration

    /// Creates a step.
    public init(id: String, seconds: Int, _ change: Change, _ restoration: Restoration) {
        self.id = id
        self.seconds = seconds
        self.change = change
        self.restoration = restoration
    }

    /// Returns the steps that can still be undone: not the addition of a habit that has marks, which would go with it.
    static func offered(_ steps: [UndoStep], in data: HabitData) -> [UndoStep] {
        steps.filter { step in
            guard case .isDeleted(let id, true) = step.restoration else { return true }
            return data.firstDay(of: id) == nil
        }
    }

    /// Restores the values.
    ///
    /// - Parameters:
    ///   - data: The habits and their marks.
    ///   - editor: Makes the edits.
    /// - Returns: The mark that was restored, if it was one.
    func restore(_ data: inout HabitData, _ editor: HabitEditor) -> MarkEdit? {
        switch restoration {
        case .habit(let id, let habit): editor.change(id, to: habit, in: &data)
        case .isDeleted(let id, let isDeleted): editor.delete(id, isDeleted, in: &data)
        case .order(let ids): editor.order(ids, in: &data)
        case .settings(let settings): editor.change(settings, in: &data)
        case .mark(let id, let day, let mark):
            guard let day = Day(day), let edit = editor.mark(id, day, as: mark, in: data) else { return nil }
            data.merge(edit)
            return edit
        }
        return nil
    }
}
