import HabitsDomain
public import TodayKit

/// Creates the page for a URL.
public struct Pages: Sendable {
    private let context: AppContext

    /// Creates the pages for the context of a request.
    public init(_ context: AppContext) { self.context = context }

    /// Returns the page for a URL.
    ///
    /// - Throws: A `Failure` if there is no such page.
    public func content(of url: SceneURL) async throws -> SceneContent {
        var state = PageState(context)
        let texts = state.texts
        guard let address = HabitsAddress(url) else { throw Failure(texts.noPage(url.path)) }
        switch address {
        case .today: return DayPage(state).content
        case .day(let day):
            guard day <= state.today else { throw Failure(texts.notYet) }
            return DayPage(state, day: day).content
        case .month(let month): return MonthPage(state, month: month).content
        case .streaks: return StreaksPage(state).content
        case .arrange: return ArrangePage(state).content
        case .settings: return SettingsPage(state).content
        case .habit(let id, let month): return HabitPage(state, try entry(id, state), month: month).content
        case .add, .edit:
            state.notifications = try? await context.notifications.settings()
            guard case .edit(let id) = address else { return FormPage(state, nil).content }
            return FormPage(state, try entry(id, state)).content
        }
    }

    private func entry(_ id: HabitID, _ state: PageState) throws -> HabitEntry {
        guard let entry = state.data.entries[id], !entry.isDeleted.value else { throw Failure(state.texts.gone) }
        return entry
    }
}
