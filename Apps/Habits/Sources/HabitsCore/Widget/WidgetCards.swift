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
    /// The number of habits before "Show More".
    public static let compactLimit = 5
    /// The number of coming days for which the widget hands over cards.
    static let entryDays = 3

    /// Returns the widget's content, with the cards of the coming days, so that the day changes by itself.
    ///
    /// - Parameters:
    ///   - data: The habits and their marks, with the actions that the app has not processed.
    ///   - time: The time.
    ///   - queue: The state of the queue of ticks.
    ///   - language: The language of the surface.
    /// - Returns: The content.
    public static func content(
        _ data: HabitData,
        at time: HabitTime,
        queue: ActionQueueState = ActionQueueState(),
        language: String
    ) -> WidgetContent {
        let starts = starts(data, at: time)
        let notice = notice(queue, Texts(language))
        let cards = cards(data, at: time, notice, language)
        return WidgetContent(
            compact: cards.compact,
            expanded: cards.expanded,
            refresh: starts.first.map { .at($0) } ?? .nextDay,
            entries: starts.isEmpty
                ? nil
                : starts.map { date in
                    let cards = Self.cards(data, at: time.at(date), notice, language)
                    return WidgetContent.Entry(date: date, compact: cards.compact, expanded: cards.expanded)
                }
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
            return "{{DATE(\(moment),SHORT)}} {{TIME(\(moment))}}"
        }
        return texts.notProcessed(since: last)
    }

    private static func cards(_ data: HabitData, at time: HabitTime, _ notice: String?, _ language: String)
        -> (compact: Card, expanded: Card?)
    {
        let list = DayList(data) { time.day($0) }
        let compact = card(list, data, limit: compactLimit, notice, language)
        guard list.due.count > compactLimit else { return (compact, nil) }
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
        return Card(lang: texts.tag) {
            if shown.isEmpty {
                TextBlock(hasHabits ? texts.nothingDue : texts.noHabits)
                if !hasHabits {
                    TextBlock(texts.addFirst, isSubtle: true, wrap: true).spacing(.small)
                    ActionSet { Action.openURL(texts.add, url: HabitsAddress.add.text) }
                }
            } else {
                if list.due.count > 1 { share(list, texts) }
                for (index, item) in shown.enumerated() {
                    HabitRow(item, texts: texts, streak: streak(item, data)).columns(
                        .perform(
                            HabitRow.name(of: item, texts),
                            WidgetAction.set(habit: item.id, day: item.day.description, done: item.mark != .done)
                        )
                    )
                    .spacing(index == 0 ? .small : .none)
                }
                if list.due.count > shown.count {
                    TextBlock(texts.more(list.due.count - shown.count), size: .small, isSubtle: true).spacing(.small)
                }
            }
            if let notice { TextBlock(notice, size: .small, isSubtle: true, wrap: true).spacing(.small) }
        }
        .selectAction(.openURL(texts.openHabits, url: HabitsURL.today))
    }
}

extension WidgetCards {
    /// The length from which a streak is shown.
    private static let streakStart = 2

    /// How much of the day is done.
    private static func share(_ list: DayList, _ texts: Texts) -> ProgressRing {
        let done = list.due.count { $0.mark == .done }
        return ProgressRing(
            label: texts.share(done, all: list.due.count),
            value: Double(done),
            max: Double(list.due.count),
            color: .good,
            labelPosition: .after,
            size: .small
        )
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
