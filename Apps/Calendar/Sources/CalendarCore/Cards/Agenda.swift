import CalendarFormat
public import CivilTime
public import TodayKit

/// The clock of the person who looks: the surface's if it is in another zone, and else the host's.
///
/// A widget is drawn once for all who look in one language, so its clock is always the host's.
public struct ViewerClock: Sendable {
    /// The current point in time, in seconds since 1970.
    public var now: Int
    /// The rules of the zone.
    public let zone: ZoneRules

    /// Creates a clock.
    public init(now: Int, zone: ZoneRules) {
        self.now = now
        self.zone = zone
    }

    /// Creates the clock of a request; without the rules of the zone it is UTC.
    public init(_ context: some ProcessScoped) {
        let name = context.surface?.zone ?? context.zone
        self.init(
            now: Int(context.now.timeIntervalSince1970.rounded(.down)),
            zone: ZoneFolder.system.rules(of: name) ?? ZoneRules(offset: 0)
        )
    }

    /// The current day.
    public var today: Day { DayClock(zone: zone).day(at: now) }

    /// Returns the point in time at which a day begins.
    func start(of day: Day) -> Int { DayClock(zone: zone).start(of: day) }

    /// Returns a point in time at which clocks show a day in this zone, and in as many others as possible.
    ///
    /// At ten o'clock UTC it is the same day from Honolulu to the Chatham Islands.
    func moment(on day: Day) -> Int {
        min(max(day.number * 86_400 + 36_000, start(of: day)), start(of: day + 1) - 1)
    }
}

/// The events of some days, in the order in which they are shown.
public struct Agenda: Sendable {
    /// How many days it has.
    public static let length = 14

    /// An event on one day.
    struct Entry: Hashable, Sendable {
        var occurrence: Occurrence
        var day: Day
        var calendar: String
        var color: CalendarColor
    }

    /// The events of a day that has some.
    struct Section: Hashable, Sendable {
        var day: Day
        var entries: [Entry]
    }

    /// The days that have events.
    let sections: [Section]

    /// Joins the calendars that are on.
    ///
    /// - Parameters:
    ///   - statuses: The calendars with their content.
    ///   - clock: The viewer's clock, whose day is the first.
    public init(_ statuses: [CalendarStatus], _ clock: ViewerClock) {
        let range = clock.today...(clock.today + Self.length - 1)
        var entries: [Day: [Entry]] = [:]
        for status in statuses where status.calendar.isOn {
            guard let document = status.content?.document else { continue }
            for occurrence in OccurrenceList(document, in: range, viewer: clock.zone).occurrences {
                let first = max(occurrence.days.lowerBound, range.lowerBound)
                let last = min(occurrence.days.upperBound, range.upperBound)
                for number in first.number...last.number {
                    let day = Day(number: number)
                    let entry = Entry(
                        occurrence: occurrence,
                        day: day,
                        calendar: status.title,
                        color: status.calendar.color
                    )
                    entries[day, default: []].append(entry)
                }
            }
        }
        sections = entries.keys.sorted().map { day in
            let sorted = (entries[day] ?? []).enumerated().sorted { left, right in
                let (first, second) = (left.element.order, right.element.order)
                return first == second ? left.offset < right.offset : first < second
            }
            return Section(day: day, entries: sorted.map(\.element))
        }
    }

    private init(sections: [Section]) { self.sections = sections }

    /// Returns the part that is not over at a time.
    func remaining(at now: Int, today: Day) -> Agenda {
        Agenda(
            sections: sections.filter { $0.day >= today }.compactMap { section in
                let entries = section.entries.filter { !$0.isOver(at: now) }
                return entries.isEmpty ? nil : Section(day: section.day, entries: entries)
            }
        )
    }

    /// Returns the events whose titles or places fit a search, each once, in the order of their first days.
    public func entries(fitting text: String) -> [SearchEntry] {
        let search = SearchText(text)
        var found: [SearchEntry] = []
        for entry in sections.flatMap(\.entries) {
            let (title, place) = (entry.occurrence.title ?? "", entry.occurrence.place)
            guard search.fits(title) || search.fits(place ?? ""), !title.isEmpty else { continue }
            let result = SearchEntry(title: title, detail: place ?? entry.calendar, url: CalendarURL.agenda)
            if !found.contains(result) { found.append(result) }
        }
        return found
    }

    /// How many events there are, counted on each day.
    var count: Int { sections.reduce(0) { $0 + $1.entries.count } }

    /// Returns the first events with their days.
    func prefix(_ count: Int) -> [Section] {
        var left = count
        return sections.compactMap { section in
            guard left > 0 else { return nil }
            let entries = section.entries.prefix(left)
            left -= entries.count
            return Section(day: section.day, entries: Array(entries))
        }
    }

    /// The rows for which every card has room.
    private static let surelyShown = 3

    /// Returns the first events with their days, for a card that has room for few: the event of a day that is on or comes next
    /// is among the first three, in the place of one of the day's whole-day events if there are many.
    func highlights(_ count: Int, of day: Day) -> [Section] {
        let place = min(count, Self.surelyShown)
        guard let index = sections.firstIndex(where: { $0.day == day }),
            let next = sections[index].entries.firstIndex(where: \.isTimed), place > 0, next >= place
        else { return prefix(count) }
        var sections = sections
        sections[index].entries.insert(sections[index].entries.remove(at: next), at: place - 1)
        return Agenda(sections: sections).prefix(count)
    }

    /// The points in time after a time at which an event begins or ends, in order, each once.
    func changes(after now: Int) -> [Int] {
        let times = sections.flatMap(\.entries).flatMap { entry -> [Int] in
            guard case .span(let start, let end) = entry.occurrence.time else { return [] }
            return [start, end]
        }
        return Set(times.filter { $0 > now }).sorted()
    }
}

extension Agenda.Entry {
    /// The place in the order of the day: whole days and what began before first.
    fileprivate var order: Int {
        guard case .span(let start, _) = occurrence.time, occurrence.days.lowerBound == day else { return .min }
        return start
    }

    /// Whether the event has a time of day, as one of whole days has not.
    var isTimed: Bool {
        if case .span = occurrence.time { true } else { false }
    }

    /// Whether the event takes place at a time.
    func isNow(at now: Int) -> Bool {
        guard case .span(let start, let end) = occurrence.time else { return false }
        return start <= now && now < end
    }

    /// Whether the event is over at a time; an event of whole days is over with its day.
    func isOver(at now: Int) -> Bool {
        guard case .span(let start, let end) = occurrence.time else { return false }
        return end <= now && start < now
    }
}
