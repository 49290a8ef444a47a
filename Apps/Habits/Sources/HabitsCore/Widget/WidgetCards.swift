import AppLanguages
public import HabitsDomain
public import TodayKit

/// The actions of the widget's card.
public enum WidgetAction: Codable, Hashable, Sendable {
    /// Marks a habit as done on a day, or as not done.
    case set(habit: HabitID, day: String, done: Bool)
}

/// The cards of the widget: what is due today; a tap ticks, another tap unticks.
public enum WidgetCards {
    /// The number of coming days for which the widget hands over cards.
    static let entryDays = 3

    /// Returns the number of habits before "Show More".
    static func count(_ family: WidgetFamily) -> Int { family == .large ? 12 : 6 }

    /// Returns the widget's content, with the cards of the coming days, so that the day changes by itself.
    ///
    /// - Parameters:
    ///   - data: The habits and their marks, with the actions that the app has not processed.
    ///   - time: The time.
    ///   - queue: The state of the queue of ticks.
    ///   - language: The language of the surface.
    ///   - family: The size of the widget.
    /// - Returns: The content.
    public static func content(
        _ data: HabitData,
        at time: HabitTime,
        queue: ActionQueueState = ActionQueueState(),
        language: String,
        family: WidgetFamily = .small
    ) -> WidgetContent {
        let starts = starts(data, at: time)
        let notice = notice(queue, Texts(language))
        let limit = count(family)
        let cards = cards(data, at: time, limit, notice, language)
        return WidgetContent(
            compact: cards.compact,
            expanded: cards.expanded,
            refresh: starts.first.map { .at($0) } ?? .nextDay,
            entries: starts.isEmpty
                ? nil
                : starts.map { date in
                    let cards = Self.cards(data, at: time.at(date), limit, notice, language)
                    return WidgetContent.Entry(date: date, compact: cards.compact, expanded: cards.expanded)
                },
            setUp: data.habits.isEmpty ? WidgetSetUp(Texts(language).add, url: HabitsAddress.add.text) : nil
        )
    }

    /// The times at which a day of a habit begins, in order.
    private static func starts(_ data: HabitData, at time: HabitTime) -> [Date] {
        let boundaries = Set(data.habits.map { data.boundary(of: $0.habit.value) }).union([data.settings.boundary])
        let dates = boundaries.flatMap { boundary in
            (1...entryDays).compactMap { time.start(of: time.day(boundary) + $0, boundary) }
        }
        return Array(Set(dates).sorted().prefix(entryDays * 2))
    }

    /// What the widget says of ticks that the app has not processed for too long; `nil` if there are none.
    private static func notice(_ queue: ActionQueueState, _ texts: Texts) -> String? {
        guard queue.overdueSince != nil else { return nil }
        let last = queue.lastProcessed.map { date in
            let moment = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
                .formatted(Date.ISO8601FormatStyle())
            return "{{DATE(\(moment),DAY)}} {{TIME(\(moment))}}"
        }
        return texts.notProcessed(since: last)
    }

    private static func cards(
        _ data: HabitData,
        at time: HabitTime,
        _ limit: Int,
        _ notice: String?,
        _ language: String
    ) -> (compact: Card, expanded: Card?) {
        let list = DayList(data) { time.day($0) }
        let compact = card(list, data, limit: limit, notice, language)
        guard list.due.count > limit else { return (compact, nil) }
        return (compact, card(list, data, limit: list.due.count, notice, language))
    }

    private static func card(
        _ list: DayList,
        _ data: HabitData,
        limit: Int,
        _ notice: String?,
        _ language: String
    ) -> Card {
        let hasHabits = !data.habits.isEmpty
        let texts = Texts(language)
        let shown = list.due.prefix(limit)
        let done = list.due.count { $0.mark == .done }
        return Card(lang: texts.tag) {
            if shown.isEmpty {
                TextBlock(hasHabits ? texts.nothingDue : texts.noHabits)
                if !hasHabits {
                    TextBlock(texts.addFirst, isSubtle: true, wrap: true).spacing(.small)
                    ActionSet { Action.openURL(texts.add, url: HabitsAddress.add.text) }
                }
            } else {
                if done == list.due.count { finished(texts) }
                for (index, item) in shown.enumerated() {
                    HabitRow(item, texts: texts, streak: streak(item, data)).columns(
                        .perform(
                            HabitRow.name(of: item, texts),
                            WidgetAction.set(habit: item.id, day: item.day.description, done: item.mark != .done)
                        )
                    )
                    .separator(index > 0).spacing(.none)
                }
            }
            if let notice { TextBlock(notice, size: .small, isSubtle: true, wrap: true).spacing(.small) }
        }
        .header(detail: list.due.isEmpty ? nil : texts.share(done, all: list.due.count))
        .selectAction(.openURL(texts.openHabits, url: HabitsURL.today))
    }
}

extension WidgetCards {
    /// The length from which a streak is shown.
    private static let streakStart = 2

    /// What is said once everything of the day is done.
    private static func finished(_ texts: Texts) -> ColumnSet {
        ColumnSet {
            Column(width: .auto, verticalContentAlignment: .center) {
                Icon(.star, size: .medium, color: .warning, style: .filled)
            }
            Column(verticalContentAlignment: .center) {
                TextBlock(texts.allDone, size: .medium, weight: .bolder, color: .good)
            }
        }
        .id("finished")
    }

    private static func streak(_ item: DayList.Item, _ data: HabitData) -> Streak? {
        guard let entry = data.entries[item.id] else { return nil }
        let streak = data.streak(of: entry, today: item.day)
        return streak.current >= streakStart ? streak : nil
    }
}

/// One habit of a list: a circle or a tick, its symbol and name, and how often it was done in the week.
struct HabitRow {
    /// The height of a row that can be tapped with a finger.
    private static let height = 40

    private let item: DayList.Item
    private let texts: Texts
    private let streak: Streak?

    /// Creates the row of a habit, with its streak if that is shown.
    init(_ item: DayList.Item, texts: Texts, streak: Streak? = nil) {
        self.item = item
        self.texts = texts
        self.streak = streak
    }

    /// The name of a tap on the row, for screen readers.
    static func name(of item: DayList.Item, _ texts: Texts) -> String {
        item.mark == .done ? texts.untick(item.habit.name) : texts.tick(item.habit.name)
    }

    /// The row as columns.
    func columns(_ action: Action) -> ColumnSet {
        ColumnSet(selectAction: action) {
            Column(width: .pixels(26), verticalContentAlignment: .center, minHeight: Self.height) {
                switch item.mark {
                case .done: Icon(.checkmarkCircle, color: .good, style: .filled)
                case .skipped: Icon(.subtract)
                case .open: Icon(.circle)
                }
            }
            Column(verticalContentAlignment: .center) {
                TextBlock(title, isSubtle: item.mark == .open ? nil : true)
            }
            if let detail {
                Column(width: .auto, verticalContentAlignment: .center) {
                    TextBlock(detail, size: .small, isSubtle: true)
                }
            }
            if let streak {
                let length = texts.length(streak.current, streak.unit)
                Column(width: .auto, verticalContentAlignment: .center) {
                    Badge("\(streak.current)", icon: .fire, style: .warning, appearance: .tint, tooltip: length)
                }
            }
        }
        .spacing(.none)
    }

    private var title: String {
        let name = item.habit.name.escapedForCards
        return item.habit.symbol.isEmpty ? name : "\(item.habit.symbol.escapedForCards) \(name)"
    }

    private var detail: String? {
        if item.mark == .skipped { return texts.skipped }
        guard let done = item.doneInWeek, case .timesAWeek(let times) = item.habit.schedule else { return nil }
        return texts.week(done, times: times)
    }
}
