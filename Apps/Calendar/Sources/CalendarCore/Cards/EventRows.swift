import CalendarFormat
import CivilTime
import TodayKit

/// Days and events as rows of cards.
struct EventRows {
    /// The diameter of a calendar's dot in points.
    private static let dotSize = 10

    let texts: Texts
    let clock: ViewerClock

    /// Returns the heading of a day.
    func heading(_ day: Day, size: TextSize = .default) -> TextBlock {
        TextBlock(name(day), size: size, weight: .bolder, isSubtle: day != clock.today, wrap: true)
    }

    /// Returns the row of an event.
    ///
    /// - Parameters:
    ///   - entry: The event on one day.
    ///   - lines: How many lines the title may have.
    /// - Returns: The row.
    func row(_ entry: Agenda.Entry, lines: Int) -> ColumnSet {
        let (isNow, isOver) = (entry.isNow(at: clock.now), entry.isOver(at: clock.now))
        let details = [isNow ? texts.now : nil, time(entry), entry.occurrence.place?.escapedForCards]
        return ColumnSet {
            Column(width: .auto, verticalContentAlignment: .center) { dot(entry.color, of: entry.calendar) }
            Column(width: .stretch) {
                TextBlock(
                    (entry.occurrence.title ?? texts.untitled).escapedForCards,
                    isSubtle: isOver,
                    wrap: true,
                    maxLines: lines
                )
                TextBlock(
                    details.compactMap(\.self).joined(separator: " · "),
                    size: .small,
                    color: isNow ? .accent : .default,
                    isSubtle: !isNow,
                    wrap: true,
                    maxLines: lines
                )
                .spacing(.none)
            }
        }
    }

    /// Returns the dot of a calendar.
    func dot(_ color: CalendarColor, of calendar: String) -> Image {
        Image(url: "bundle:dot-\(color.rawValue)", altText: calendar, width: Self.dotSize)
    }

    /// The name of a day, with its date.
    private func name(_ day: Day) -> String {
        let date = "{{DATE(\(Self.moment(clock.moment(on: day))),SHORT)}}"
        switch day.number - clock.today.number {
        case 0: return "\(texts.today) · \(date)"
        case 1: return "\(texts.tomorrow) · \(date)"
        default: return date
        }
    }

    /// When an event takes place on a day.
    private func time(_ entry: Agenda.Entry) -> String {
        guard case .span(let start, let end) = entry.occurrence.time else { return texts.allDay }
        let days = entry.occurrence.days
        switch (days.lowerBound == entry.day, days.upperBound == entry.day) {
        case (true, true): return start == end ? Self.time(start) : "\(Self.time(start)) – \(Self.time(end))"
        case (true, false): return texts.from(Self.time(start))
        case (false, true): return texts.until(Self.time(end))
        case (false, false): return texts.allDay
        }
    }

    /// Returns a macro, which the surface formats in the viewer's zone and language.
    static func time(_ seconds: Int) -> String { "{{TIME(\(moment(seconds)))}}" }

    private static func moment(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(Date.ISO8601FormatStyle())
    }
}
