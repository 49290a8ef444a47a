import CivilTime
public import TodayKit

/// The cards of the widget: the next events, by day.
public struct WidgetCards: Sendable {
    /// How many events the expanded card shows.
    static let expandedCount = 20
    /// How many times the cards change before the next update, at most.
    static let changeLimit = 12
    /// The shortest time until the next update, and the time after a failure, in seconds.
    static let (shortest, afterFailure) = (60.0, 900.0)

    private let texts: Texts
    private let clock: ViewerClock

    /// Creates the cards for the language and the time of a request.
    public init(_ texts: Texts, _ clock: ViewerClock) {
        self.texts = texts
        self.clock = clock
    }

    /// Returns the widget's content.
    ///
    /// - Parameters:
    ///   - statuses: The calendars with what is known of them.
    ///   - family: The size of the widget.
    /// - Returns: The content. Its cards change when an event begins or ends and when a day begins; the next update is due
    ///   when a calendar is.
    public func content(_ statuses: [CalendarStatus], family: WidgetFamily) -> WidgetContent {
        guard !statuses.isEmpty else {
            return WidgetContent(compact: empty, setUp: WidgetSetUp(texts.addACalendar, url: CalendarURL.add))
        }
        let agenda = Agenda(statuses, clock)
        let failing = statuses.filter { $0.failure != nil }
        let day = clock.start(of: clock.today + 1)
        let times = Set(agenda.changes(after: clock.now).prefix { $0 < day } + [day]).sorted()
        let (compact, expanded) = cards(agenda, failing, family, clock)
        return WidgetContent(
            compact: compact,
            expanded: expanded,
            refresh: .at(nextUpdate(statuses)),
            entries: times.prefix(Self.changeLimit).map { time in
                var later = clock
                later.now = time
                let (compact, expanded) = cards(agenda, failing, family, later)
                return WidgetContent.Entry(
                    date: Date(timeIntervalSince1970: Double(time)),
                    compact: compact,
                    expanded: expanded
                )
            }
        )
    }

    /// How many events the compact card shows.
    static func count(_ family: WidgetFamily) -> Int {
        switch family {
        case .small, .medium, .wide: 5
        case .large: 12
        }
    }

    private var empty: Card {
        Card {
            TextBlock(texts.noCalendars, isSubtle: true, wrap: true)
            ActionSet { Action.openURL(texts.addACalendar, url: CalendarURL.add) }
        }
        .selectAction(.openURL(texts.openCalendar, url: CalendarURL.add))
    }

    private func cards(
        _ agenda: Agenda,
        _ failing: [CalendarStatus],
        _ family: WidgetFamily,
        _ clock: ViewerClock
    ) -> (compact: Card, expanded: Card?) {
        let rest = agenda.remaining(at: clock.now, today: clock.today)
        let count = Self.count(family)
        let compact = card(rest, failing, clock, count: count, lines: 1, namesAll: family == .large)
        // A large widget shows everything that it has at once.
        guard family != .large, rest.count > count || failing.count > 1 else { return (compact, nil) }
        return (compact, card(rest, failing, clock, count: Self.expandedCount, lines: 2, namesAll: true))
    }

    private func card(
        _ agenda: Agenda,
        _ failing: [CalendarStatus],
        _ clock: ViewerClock,
        count: Int,
        lines: Int,
        namesAll: Bool = false
    ) -> Card {
        let rows = EventRows(texts: texts, clock: clock)
        let sections = agenda.highlights(count, of: clock.today)
        let today = agenda.sections.first { $0.day == clock.today }?.entries.count ?? 0
        return Card {
            // First, since rows that do not fit are left out.
            if failing.count == 1 || namesAll {
                for status in failing { failure(CalendarRows(texts: texts, clock: clock).summary(status)) }
            } else if !failing.isEmpty {
                failure(texts.failures(failing.count))
            }
            for section in sections {
                // The header says how much there is today.
                if section.day != clock.today { rows.heading(section.day, size: .small) }
                for entry in section.entries { rows.row(entry, lines: lines) }
            }
            if sections.isEmpty { TextBlock(texts.nothingPlanned, isSubtle: true, wrap: true) }
        }
        .header(detail: today > 0 ? texts.countToday(today) : nil)
        .selectAction(.openURL(texts.openCalendar, url: CalendarURL.agenda))
    }

    /// Returns a line about calendars that could not be read; a tap opens the page that says what to do.
    private func failure(_ text: String) -> Container {
        Container(selectAction: .openURL(texts.manage, url: CalendarURL.list)) {
            TextBlock(text, size: .small, color: .attention, wrap: true, maxLines: 3)
        }
        .spacing(.small)
    }

    private func nextUpdate(_ statuses: [CalendarStatus]) -> Date {
        let now = Date(timeIntervalSince1970: Double(clock.now))
        let times = statuses.filter(\.calendar.isOn).map { status in
            status.failure == nil ? status.content?.due ?? now : now.addingTimeInterval(Self.afterFailure)
        }
        // At the last change at the latest.
        let last = Date(timeIntervalSince1970: Double(clock.start(of: clock.today + 1)))
        return max(min(times.min() ?? last, last), now.addingTimeInterval(Self.shortest))
    }
}
