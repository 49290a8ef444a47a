public import TodayKit

/// The page of the calendars, where they are shown, hidden, colored and removed.
public struct CalendarsPage: Sendable {
    private let texts: Texts
    private let clock: ViewerClock

    /// Creates the page for the language and the time of a request.
    public init(_ texts: Texts, _ clock: ViewerClock) {
        self.texts = texts
        self.clock = clock
    }

    /// Returns the page.
    public func page(_ statuses: [CalendarStatus]) -> SceneContent {
        SceneContent(
            title: texts.manage,
            card: Card {
                if statuses.isEmpty {
                    TextBlock(texts.noCalendars, isSubtle: true, wrap: true)
                } else {
                    Container(style: .emphasis) {
                        for (index, status) in statuses.enumerated() { row(status).separator(index > 0) }
                    }
                }
                ActionSet {
                    Action.openURL(texts.addACalendar, url: CalendarURL.add)
                    Action.openURL(texts.addAnAccount, url: CalendarURL.account)
                    if !statuses.isEmpty { Action.perform(texts.refresh, CalendarAction.refresh) }
                }
                .spacing(.large)
            }
            .actions { Action.openURL(texts.calendar, url: CalendarURL.agenda) }
        )
    }

    private func row(_ status: CalendarStatus) -> ColumnSet {
        let (title, calendar) = (status.title, status.calendar)
        return ColumnSet {
            Column(width: .auto, verticalContentAlignment: .center) {
                EventRows(texts: texts, clock: clock).dot(calendar.color, of: texts.name(of: calendar.color))
            }
            Column(width: .stretch, verticalContentAlignment: .center) {
                TextBlock(title.escapedForCards, weight: .bolder, isSubtle: !calendar.isOn, wrap: true)
                TextBlock(calendar.place.escapedForCards, size: .small, isSubtle: true, wrap: true).spacing(.none)
                CalendarRows(texts: texts, clock: clock).problem(status)
            }
            Column(width: .auto, verticalContentAlignment: .center) {
                ActionSet {
                    Action.perform(
                        calendar.isOn ? texts.hide : texts.show,
                        CalendarAction.show(id: calendar.id, !calendar.isOn)
                    )
                    .tooltip(calendar.isOn ? texts.hideCalendar(title) : texts.showCalendar(title)).mode(.secondary)
                    Action.perform(texts.color, CalendarAction.paint(id: calendar.id, calendar.color.next))
                        .tooltip(texts.paintCalendar(title, color: texts.name(of: calendar.color.next)))
                        .mode(.secondary)
                    Action.perform(texts.remove, CalendarAction.remove(id: calendar.id), style: .destructive)
                        .tooltip(texts.removeCalendar(title)).mode(.secondary)
                }
            }
        }
    }
}
