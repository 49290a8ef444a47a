import AppLanguages
public import HabitsDomain
public import TodayKit

/// The streaks of all habits.
public struct StreaksPage: Sendable {
    private let state: PageState

    /// Creates a page.
    public init(_ state: PageState) { self.state = state }

    private var texts: Texts { state.texts }

    /// The content of the page.
    public var content: SceneContent {
        SceneContent(
            title: texts.streaks,
            card: Card(lang: texts.tag) {
                if state.data.habits.isEmpty {
                    TextBlock(texts.noHabits, isSubtle: true)
                } else {
                    Container(style: .emphasis) {
                        for entry in state.data.habits {
                            row(entry).separator(entry.id != state.data.habits.first?.id)
                        }
                    }
                }
                ActionSet {
                    state.link(texts.today, .today)
                    state.link(texts.month, .month(nil))
                }
                .spacing(.large)
            }
        )
    }

    private func row(_ entry: HabitEntry) -> ColumnSet {
        let habit = entry.habit.value
        let streak = state.streak(entry)
        return ColumnSet(selectAction: .openURL(habit.name, url: HabitsAddress.habit(entry.id, nil).text)) {
            Column(verticalContentAlignment: .center, minHeight: 44) {
                TextBlock(habit.title.escapedForCards)
                TextBlock(
                    texts.schedule(habit.schedule, firstWeekday: state.data.settings.firstWeekday).escapedForCards,
                    size: .small,
                    isSubtle: true
                )
                .spacing(.none)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                TextBlock(texts.length(streak.current, streak.unit), weight: .bolder).horizontalAlignment(.right)
                if streak.record > 0 {
                    TextBlock(
                        "\(texts.record) \(texts.length(streak.record, streak.unit))",
                        size: .small,
                        isSubtle: true
                    )
                    .horizontalAlignment(.right).spacing(.none)
                }
            }
        }
    }
}

/// One habit: its streak and its month, in which each day can be corrected.
public struct HabitPage: Sendable {
    private let state: PageState
    private let entry: HabitEntry
    private let month: Month

    /// Creates the page of a habit; `nil` is the current month.
    public init(_ state: PageState, _ entry: HabitEntry, month: Month?) {
        self.state = state
        self.entry = entry
        self.month = month ?? state.today.month
    }

    private var texts: Texts { state.texts }

    /// The content of the page.
    public var content: SceneContent {
        let habit = entry.habit.value
        let streak = state.streak(entry)
        return SceneContent(
            title: habit.title,
            card: Card(lang: texts.tag) {
                ColumnSet {
                    number(texts.length(streak.current, streak.unit), texts.streak)
                    if streak.record > 0 { number(texts.length(streak.record, streak.unit), texts.record) }
                }
                TextBlock(texts.month(month).escapedForCards, size: .medium, style: .heading).spacing(.large)
                grid
                TextBlock(texts.tapToCorrect, size: .small, isSubtle: true, wrap: true)
                state.undoRow()
                ActionSet {
                    state.link(texts.earlier, .habit(entry.id, month.previous))
                    if month < state.today.month { state.link(texts.later, .habit(entry.id, month.next)) }
                    state.link(texts.today, .today)
                    state.link(texts.streaks, .streaks)
                    state.link(texts.arrange, .edit(entry.id))
                }
                .spacing(.large)
            }
        )
    }

    private func number(_ value: String, _ name: String) -> Column {
        Column {
            TextBlock(value, size: .large)
            TextBlock(name, size: .small, isSubtle: true).spacing(.none)
        }
    }

    private var grid: Container {
        let habit = entry.habit.value
        let rule = state.data.rule(of: habit)
        let today = state.today(of: habit)
        let first = state.data.firstDay(of: entry.id)
        let marks = state.data.marks(of: entry.id, in: (month.firstDay - 7)...(month.firstDay + 38))
        return CalendarGrid(month, firstWeekday: state.data.settings.firstWeekday, texts: texts).container { day in
            let mark = MonthGrid.state(rule, on: day, first: first, today: today) { marks[$0] }
            var cell = Self.cell(mark)
            cell.isToday = day == today
            if day <= today, day >= MarkEdit.firstDay {
                let next: Mark = marks[day] == .done ? .open : .done
                cell.action = .perform(
                    texts.day(day),
                    PageAction.set(habit: entry.id, day: day.description, mark: next)
                )
            }
            return cell
        }
    }

    private static func cell(_ mark: MonthGrid.State) -> CalendarGrid.Cell {
        switch mark {
        case .done: CalendarGrid.Cell(symbol: "●", color: .good)
        case .skipped: CalendarGrid.Cell(symbol: "–", isSubtle: true)
        case .missed, .open: CalendarGrid.Cell(symbol: "○", isSubtle: true)
        case .free: CalendarGrid.Cell(symbol: "·", isSubtle: true)
        }
    }
}

extension PageState {
    /// Counts the streak of a habit.
    func streak(_ entry: HabitEntry) -> Streak { data.streak(of: entry, today: today(of: entry.habit.value)) }
}

extension HabitData {
    /// Counts the streak of a habit until a day.
    func streak(of entry: HabitEntry, today: Day) -> Streak {
        let first = firstDay(of: entry.id)
        let start = max(first ?? today, today - Streak.dayLimit) - 7
        let marks = marks(of: entry.id, in: min(start, today)...(today + 7))
        return Streak(rule(of: entry.habit.value), first: first, today: today) { marks[$0] }
    }
}

extension Habit {
    /// The symbol and the name.
    var title: String { symbol.isEmpty ? name : "\(symbol) \(name)" }
}
