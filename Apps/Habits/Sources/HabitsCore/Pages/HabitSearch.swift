import HabitsDomain
public import TodayKit

/// What a search finds among the habits.
public enum HabitSearch {
    /// Returns the habits whose names fit, in the order of the list.
    public static func entries(_ text: String, _ context: AppContext) -> [SearchEntry] {
        let search = SearchText(text)
        return HabitStore(context).load().entries.values
            .filter { !$0.isDeleted.value && search.fits($0.habit.value.name) }
            .sorted { ($0.position.value, $0.id) < ($1.position.value, $1.id) }
            .map { SearchEntry(title: $0.habit.value.name, url: HabitsAddress.habit($0.id, nil).text) }
    }
}
