import AppLanguages
import HabitsDomain
public import TodayKit

/// The settings: Sync, the day boundary and the day on which weeks begin.
public struct SettingsPage: Sendable {
    private let state: PageState

    /// Creates a page.
    public init(_ state: PageState) { self.state = state }

    /// The content of the page.
    public var content: SceneContent {
        let texts = state.texts
        let settings = state.data.settings
        return SceneContent(
            title: texts.settings,
            card: Card(lang: texts.tag) {
                Container(style: .emphasis) {
                    ToggleInput(id: HabitForm.Input.sync, title: texts.sync, isOn: state.isSyncing, wrap: true)
                    TextBlock(texts.syncHint, size: .small, isSubtle: true, wrap: true).spacing(.small)
                    if state.isSyncing, let problem = state.syncProblem {
                        TextBlock(texts.syncProblem(problem).escapedForCards, color: .warning, wrap: true)
                        ActionSet { Action.perform(texts.syncAgain, PageAction.syncAgain) }
                    }
                    TimeInput(
                        id: HabitForm.Input.boundary,
                        label: texts.boundary,
                        value: settings.boundary.description,
                        max: TimeOfDay.latestBoundary.description
                    )
                    .spacing(.large)
                    state.zoneHint()
                    ChoiceSetInput(
                        id: HabitForm.Input.firstWeekday,
                        label: texts.weekBegins,
                        choices: Weekday.week(from: .sunday).map {
                            Choice(texts.weekday($0), value: String($0.rawValue))
                        },
                        value: String(settings.firstWeekday.rawValue)
                    )
                    ActionSet { Action.submit(texts.save, PageAction.saveSettings, style: .positive) }
                }
                state.undoRow()
                ActionSet { state.link(texts.today, .today) }.spacing(.large)
            }
        )
    }
}
