import AppLanguages
public import HabitsDomain
public import TodayKit

/// The habits of a day: today to tick them, a past day to correct it.
public struct DayPage: Sendable {
    private let state: PageState
    /// The day, or `nil` for today, which depends on each habit's day boundary.
    private let day: Day?

    /// Creates the page of a day; `nil` is today.
    public init(_ state: PageState, day: Day? = nil) {
        self.state = state
        self.day = day == state.today ? nil : day
    }

    private var texts: Texts { state.texts }

    /// The content of the page.
    public var content: SceneContent {
        let list = DayList(state.data) { day ?? state.time.day($0) }
        return SceneContent(
            title: texts.habits,
            card: Card(lang: texts.tag) {
                heading(list)
                if state.data.habits.isEmpty {
                    TextBlock(texts.noHabits, size: .medium).spacing(.large)
                    TextBlock(texts.beginSmall, isSubtle: true, wrap: true).spacing(.small)
                    ActionSet { state.link(texts.add, .add, style: .positive) }.spacing(.large)
                } else if list.items.isEmpty {
                    TextBlock(day == nil ? texts.nothingDue : texts.nothingDueThen, isSubtle: true).spacing(.large)
                } else {
                    Container(style: .emphasis) {
                        for item in list.items { row(item).separator(item.id != list.items.first?.id) }
                    }
                }
                state.undoRow()
                ways
            }
        )
    }

    @CardBuilder<CardElement> private func heading(_ list: DayList) -> [CardElement] {
        ColumnSet {
            Column(verticalContentAlignment: .center) {
                TextBlock(
                    texts.day(day ?? state.today).escapedForCards,
                    size: .medium,
                    weight: .bolder,
                    wrap: true,
                    style: .heading
                )
            }
            if !list.items.isEmpty {
                Column(width: .auto, verticalContentAlignment: .center) {
                    if list.left == 0 {
                        TextBlock(texts.allDone, color: .good)
                    } else {
                        TextBlock(texts.left(list.left), isSubtle: true)
                    }
                }
            }
        }
    }

    private func row(_ item: DayList.Item) -> ColumnSet {
        HabitRow(item, texts: texts).columns(
            .perform(
                HabitRow.name(of: item, texts),
                PageAction.set(habit: item.id, day: item.day.description, mark: item.mark == .done ? .open : .done)
            )
        )
    }

    private var ways: ActionSet {
        ActionSet {
            if let day {
                if day > MarkEdit.firstDay { state.link(texts.earlier, .day(day - 1)) }
                if day < state.today { state.link(texts.later, day + 1 == state.today ? .today : .day(day + 1)) }
                state.link(texts.today, .today)
                state.link(texts.month, .month(day.month))
            } else if !state.data.habits.isEmpty {
                state.link(texts.add, .add)
                state.link(texts.yesterday, .day(state.today - 1))
                state.link(texts.month, .month(nil))
                state.link(texts.streaks, .streaks)
                state.link(texts.arrange, .arrange)
            } else {
                state.link(texts.settings, .settings)
            }
        }
        .spacing(.large)
    }
}
