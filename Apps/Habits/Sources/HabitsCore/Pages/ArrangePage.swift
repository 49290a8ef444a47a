import AppLanguages
public import HabitsDomain
public import TodayKit

/// The list in which habits are added, edited, ordered and deleted.
public struct ArrangePage: Sendable {
    private let state: PageState

    /// Creates a page.
    public init(_ state: PageState) { self.state = state }

    private var texts: Texts { state.texts }

    /// The content of the page.
    public var content: SceneContent {
        let habits = state.data.habits
        return SceneContent(
            title: texts.arrange,
            card: Card(lang: texts.tag) {
                if habits.isEmpty {
                    TextBlock(texts.noHabits, isSubtle: true)
                } else {
                    Container(style: .emphasis) {
                        for (index, entry) in habits.enumerated() {
                            row(entry, index, habits.count).separator(index > 0)
                        }
                    }
                }
                state.undoRow(always: true)
                ActionSet {
                    state.link(texts.add, .add, style: .positive)
                    state.link(texts.today, .today)
                    state.link(texts.settings, .settings)
                }
                .spacing(.large)
            }
        )
    }

    private func row(_ entry: HabitEntry, _ index: Int, _ count: Int) -> ColumnSet {
        let habit = entry.habit.value
        return ColumnSet {
            Column(
                selectAction: .openURL(texts.editHabit(habit.name), url: HabitsAddress.edit(entry.id).text),
                verticalContentAlignment: .center,
                minHeight: 44
            ) {
                TextBlock(habit.title.escapedForCards)
                TextBlock(detail(habit).escapedForCards, size: .small, isSubtle: true, wrap: true).spacing(.none)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                ActionSet {
                    if index > 0 {
                        Action.perform(texts.moveUp(habit.name), PageAction.move(habit: entry.id, to: index - 1))
                            .mode(.secondary)
                    }
                    if index + 1 < count {
                        Action.perform(texts.moveDown(habit.name), PageAction.move(habit: entry.id, to: index + 1))
                            .mode(.secondary)
                    }
                }
            }
        }
    }

    private func detail(_ habit: Habit) -> String {
        let schedule = texts.schedule(habit.schedule, firstWeekday: state.data.settings.firstWeekday)
        return habit.reminder.map { "\(schedule) · \(texts.time($0))" } ?? schedule
    }
}

/// The form of a habit.
public struct FormPage: Sendable {
    private let state: PageState
    private let entry: HabitEntry?

    /// Creates the form of a habit, or of a new one.
    public init(_ state: PageState, _ entry: HabitEntry?) {
        self.state = state
        self.entry = entry
    }

    private var texts: Texts { state.texts }

    /// The content of the page.
    public var content: SceneContent {
        let habit = entry?.habit.value ?? Habit(name: "")
        return SceneContent(
            title: entry?.habit.value.name ?? texts.add,
            card: Card(lang: texts.tag) {
                Container(style: .emphasis) {
                    TextInput(
                        id: HabitForm.Input.name,
                        label: texts.name,
                        placeholder: texts.nameExample,
                        value: habit.name.isEmpty ? nil : habit.name,
                        maxLength: Habit.nameLimit
                    )
                    TextInput(
                        id: HabitForm.Input.symbol,
                        label: texts.symbol,
                        placeholder: "☀",
                        value: habit.symbol.isEmpty ? nil : habit.symbol,
                        maxLength: 16
                    )
                    schedule(habit.schedule)
                    TimeInput(id: HabitForm.Input.reminder, label: texts.reminder, value: habit.reminder?.description)
                    TextBlock(note, size: .small, isSubtle: true, wrap: true).spacing(.small)
                    TimeInput(
                        id: HabitForm.Input.boundary,
                        label: texts.boundary,
                        value: habit.boundary?.description,
                        max: TimeOfDay.latestBoundary.description
                    )
                    TextBlock(texts.boundaryHint, size: .small, isSubtle: true, wrap: true).spacing(.small)
                    state.zoneHint()
                    ActionSet { Action.submit(texts.save, PageAction.save(habit: entry?.id), style: .positive) }
                }
                ActionSet {
                    state.link(texts.cancel, entry == nil ? .today : .arrange)
                    if let entry {
                        Action.perform(texts.delete, PageAction.delete(habit: entry.id), style: .destructive)
                            .tooltip(texts.deleteHabit(entry.habit.value.name))
                    }
                }
                .spacing(.large)
            },
            focus: entry == nil ? HabitForm.Input.name : nil
        )
    }

    /// What the person must know about reminders.
    private var note: String {
        // Alerts are requested when the first reminder is saved; before, nobody can have switched them off.
        let hasReminder = state.data.habits.contains { $0.habit.value.reminder != nil }
        return switch state.notifications?.authorization {
        case .denied?: texts.notAllowed
        case .authorized? where hasReminder && state.notifications?.allowed.contains(.alert) == false: texts.noAlerts
        case .notDetermined? where hasReminder: texts.waitsForAnswer
        default: texts.reminderHint
        }
    }

    @CardBuilder<CardElement> private func schedule(_ schedule: Schedule) -> [CardElement] {
        ChoiceSetInput(
            id: HabitForm.Input.schedule,
            label: texts.schedule,
            choices: HabitForm.choices(texts),
            value: HabitForm.choice(schedule)
        )
        ChoiceSetInput(
            id: HabitForm.Input.days,
            label: texts.days,
            choices: Weekday.week(from: state.data.settings.firstWeekday).map {
                Choice(texts.weekday($0), value: String($0.rawValue))
            },
            value: Self.days(schedule),
            style: .expanded,
            isMultiSelect: true
        )
    }

    private static func days(_ schedule: Schedule) -> String {
        let days: Set<Weekday> =
            switch schedule {
            case .daily: Set(Weekday.allCases)
            case .weekdays(let chosen): chosen
            // The choice of days belongs to the other schedules.
            case .timesAWeek: []
            }
        return days.sorted().map { String($0.rawValue) }.joined(separator: ",")
    }
}
