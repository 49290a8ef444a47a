import CalendarFormat
import CivilTime
import TodayKit

/// Days and events as rows of cards.
struct EventRows {
    /// The diameter of a calendar's dot in points.
    private static let dotSize = 10
    /// The size of a calendar's bar beside an event.
    private static let barSize = (width: 4, height: 36)

    let texts: Texts
    let clock: ViewerClock

    /// Returns the heading of a day.
    func heading(_ day: Day, size: TextSize = .default) -> TextBlock {
        TextBlock(name(day), size: size, weight: .bolder, isSubtle: day != clock.today, wrap: true, style: .heading)
    }

    /// Returns the row of an event: the bar of its calendar, its title and details, and when it begins.
    ///
    /// - Parameters:
    ///   - entry: The event on one day.
    ///   - lines: How many lines the title may have.
    /// - Returns: The row.
    func row(_ entry: Agenda.Entry, lines: Int) -> ColumnSet {
        let (isNow, isOver) = (entry.isNow(at: clock.now), entry.isOver(at: clock.now))
        return ColumnSet {
            Column(width: .auto, verticalContentAlignment: .center) { bar(entry.color, of: entry.calendar) }
            Column(width: .stretch, verticalContentAlignment: .center) {
                TextBlock(
                    (entry.occurrence.title ?? texts.untitled).escapedForCards,
                    weight: isOver ? nil : .bolder,
                    isSubtle: isOver,
                    wrap: true,
                    maxLines: lines
                )
                TextBlock(
                    details(entry, isNow: isNow),
                    size: .small,
                    color: isNow ? .accent : .default,
                    isSubtle: !isNow,
                    wrap: true,
                    maxLines: lines
                )
                .spacing(.none)
            }
            if let start = start(of: entry) {
                Column(width: .auto, verticalContentAlignment: .center) {
                    TextBlock(start, size: .small, isSubtle: true)
                }
            }
        }
    }

    /// Returns the bar of a calendar.
    private func bar(_ color: CalendarColor, of calendar: String) -> Image {
        Image(
            url: "bundle:bar-\(color.rawValue)",
            altText: calendar,
            width: Self.barSize.width,
            height: Self.barSize.height
        )
    }

    /// Returns the dot of a calendar.
    func dot(_ color: CalendarColor, of calendar: String) -> Image {
        Image(url: "bundle:dot-\(color.rawValue)", altText: calendar, width: Self.dotSize)
    }

    /// The name of a day, with its date.
    private func name(_ day: Day) -> String {
        let date = "{{DATE(\(Self.moment(clock.moment(on: day))),DAY)}}"
        switch day.number - clock.today.number {
        case 0: return "\(texts.today) · \(date)"
        case 1: return "\(texts.tomorrow) · \(date)"
        default: return date
        }
    }

    /// The time at which an event begins, if that is on the day.
    private func start(of entry: Agenda.Entry) -> String? {
        let days = entry.occurrence.days
        guard case .span(let start, _) = entry.occurrence.time, days.lowerBound == entry.day,
            days.upperBound == entry.day
        else { return nil }
        return Self.time(start)
    }

    /// The end of an event, and where it takes place.
    private func details(_ entry: Agenda.Entry, isNow: Bool) -> String {
        let details = [isNow ? texts.now : nil, end(of: entry), entry.occurrence.place?.escapedForCards]
        return details.compactMap(\.self).joined(separator: " · ")
    }

    private func end(of entry: Agenda.Entry) -> String? {
        guard case .span(let start, let end) = entry.occurrence.time else { return texts.allDay }
        let days = entry.occurrence.days
        if days.upperBound == entry.day { return start == end ? nil : texts.until(Self.time(end)) }
        return days.lowerBound == entry.day ? texts.from(Self.time(start)) : texts.allDay
    }

    /// Returns a macro, which the surface formats in the viewer's zone and language.
    static func time(_ seconds: Int) -> String { "{{TIME(\(moment(seconds)))}}" }

    private static func moment(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(Date.ISO8601FormatStyle())
    }
}
