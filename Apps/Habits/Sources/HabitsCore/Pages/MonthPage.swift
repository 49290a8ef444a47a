import AppLanguages
public import HabitsDomain
public import TodayKit

/// A month of all habits at a glance: how much of what was due was done on each day.
public struct MonthPage: Sendable {
    private let state: PageState
    private let month: Month

    /// Creates the page of a month; `nil` is the current one.
    public init(_ state: PageState, month: Month?) {
        self.state = state
        self.month = month ?? state.today.month
    }

    private var texts: Texts { state.texts }

    /// The content of the page.
    public var content: SceneContent {
        let began = state.data.habits.compactMap { state.data.firstDay(of: $0.id) }.min()
        return SceneContent(
            title: texts.month(month),
            card: Card(lang: texts.tag) {
                CalendarGrid(month, firstWeekday: state.data.settings.firstWeekday, texts: texts).container { day in
                    cell(day, began: began)
                }
                TextBlock(texts.tapToCorrect, size: .small, isSubtle: true, wrap: true)
                ActionSet {
                    state.link(texts.earlier, .month(month.previous))
                    if month < state.today.month { state.link(texts.later, .month(month.next)) }
                    state.link(texts.today, .today)
                    state.link(texts.streaks, .streaks)
                }
                .spacing(.large)
            }
        )
    }

    private func cell(_ day: Day, began: Day?) -> CalendarGrid.Cell {
        guard day <= state.today, day >= MarkEdit.firstDay else {
            return CalendarGrid.Cell(symbol: "·", isSubtle: true)
        }
        let list = DayList(state.data) { _ in day }
        let total = list.left + list.done
        let action = Action.openURL(texts.day(day), url: HabitsAddress.day(day).text)
        guard total > 0, let began, began <= day else {
            return CalendarGrid.Cell(symbol: "·", isSubtle: true, isToday: day == state.today, action: action)
        }
        return CalendarGrid.Cell(
            symbol: Self.symbol(done: list.done, of: total),
            color: list.done == total ? .good : nil,
            isSubtle: list.done == 0,
            isToday: day == state.today,
            action: action
        )
    }

    /// A circle that is filled in quarters.
    static func symbol(done: Int, of total: Int) -> String {
        if done == 0 { return "○" }
        if done >= total { return "●" }
        return ["◔", "◑", "◕"][min(2, done * 4 / total > 0 ? done * 4 / total - 1 : 0)]
    }
}

/// A calendar of one month.
struct CalendarGrid {
    /// The look of a day.
    struct Cell {
        var symbol: String
        var color: TextColor?
        var isSubtle = false
        var isToday = false
        /// The tap on the day.
        var action: Action?
    }

    private let grid: MonthGrid
    private let texts: Texts

    init(_ month: Month, firstWeekday: Weekday, texts: Texts) {
        grid = MonthGrid(month, firstWeekday: firstWeekday)
        self.texts = texts
    }

    /// The calendar, with one cell for each day.
    func container(_ cell: (Day) -> Cell) -> Container {
        Container(style: .emphasis) {
            ColumnSet {
                for weekday in grid.weekdays {
                    Column {
                        TextBlock(texts.shortWeekday(weekday), size: .small, isSubtle: true)
                            .horizontalAlignment(.center)
                    }
                }
            }
            for week in grid.weeks {
                ColumnSet {
                    for day in week { column(day, day.map(cell)) }
                }
                .spacing(.none)
            }
        }
    }

    private func column(_ day: Day?, _ cell: Cell?) -> Column {
        Column(selectAction: cell?.action, verticalContentAlignment: .center, minHeight: 44) {
            if let day, let cell {
                TextBlock(
                    "\(day.date.day)",
                    size: .small,
                    weight: cell.isToday ? .bolder : nil,
                    color: cell.isToday ? .accent : nil,
                    isSubtle: cell.isToday ? nil : true
                )
                .horizontalAlignment(.center)
                TextBlock(cell.symbol, color: cell.color, isSubtle: cell.isSubtle ? true : nil)
                    .horizontalAlignment(.center).spacing(.none)
            } else {
                TextBlock(" ", size: .small)
            }
        }
    }
}
