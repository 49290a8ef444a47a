public import TodayKit

/// The page of the events of two weeks.
public struct AgendaPage: Sendable {
    /// How many events the page shows.
    static let length = 150

    private let texts: Texts
    private let clock: ViewerClock

    /// Creates the page for the language and the time of a request.
    public init(_ texts: Texts, _ clock: ViewerClock) {
        self.texts = texts
        self.clock = clock
    }

    /// Returns the page.
    public func page(_ statuses: [CalendarStatus]) -> SceneContent {
        let rows = EventRows(texts: texts, clock: clock)
        let agenda = Agenda(statuses, clock)
        return SceneContent(
            title: texts.calendar,
            card: Card {
                if statuses.isEmpty {
                    TextBlock(texts.noCalendars, isSubtle: true, wrap: true)
                } else if agenda.count == 0 {
                    TextBlock(texts.nothingPlanned, isSubtle: true, wrap: true)
                }
                for section in agenda.prefix(Self.length) {
                    rows.heading(section.day).spacing(.large)
                    Container(style: .emphasis) {
                        for (index, entry) in section.entries.enumerated() {
                            rows.row(entry, lines: 2).separator(index > 0)
                        }
                    }
                    .spacing(.small)
                }
                if agenda.count > Self.length {
                    TextBlock(texts.more(agenda.count - Self.length), isSubtle: true, wrap: true)
                }
                for status in statuses where status.failure != nil {
                    Container {
                        TextBlock(status.title.escapedForCards, weight: .bolder, wrap: true)
                        CalendarRows(texts: texts, clock: clock).problem(status)
                    }
                    .spacing(.large)
                }
                ActionSet {
                    if statuses.isEmpty {
                        Action.openURL(texts.addACalendar, url: CalendarURL.add)
                        Action.openURL(texts.addAnAccount, url: CalendarURL.account)
                    } else {
                        Action.openURL(texts.manage, url: CalendarURL.list)
                        Action.perform(texts.refresh, CalendarAction.refresh)
                    }
                }
                .spacing(.large)
            }
        )
    }
}
