import CivilTime

/// Computes the times of events within a range of days.
struct OccurrenceExpander {
    /// How many days the rules of a document may examine in total.
    static let stepLimit = 400_000
    /// How long an event may have begun before the range, in days; the repetitions of one that is longer are not all found.
    static let longest = 366

    /// What was found so far, in any order.
    private(set) var list = OccurrenceList()

    private let clock: DayClock
    private let range: ClosedRange<Day>
    private var zones: ZoneResolver
    private var steps = Self.stepLimit

    init(_ document: CalendarDocument, in range: ClosedRange<Day>, viewer: ZoneRules, database: ZoneFolder) {
        self.range = range
        clock = DayClock(zone: viewer)
        // A zone's rules are needed for the whole time in which an event can have begun.
        let wide = (range.lowerBound - Self.longest)...(range.upperBound + 1)
        zones = ZoneResolver(document, database: database, viewer: viewer, range: wide)
    }

    /// Adds the times of an event and of its exceptions.
    mutating func add(_ group: EventGroup) {
        if let event = group.event, !event.isCancelled {
            let replaced = group.exceptions.compactMap(\.recurrenceID)
            let excluded = Exclusions(event.exclusions + replaced) { time($0) }
            var added = 0
            for start in starts(of: event) where !excluded.contains(start, time(start)) {
                guard added < OccurrenceList.eventLimit else {
                    list.isIncomplete = true
                    break
                }
                if add(event, at: start) { added += 1 }
            }
        }
        for exception in group.exceptions where !exception.isCancelled { add(exception, at: exception.start) }
        if steps <= 0 { list.isIncomplete = true }
    }

    // MARK: Times

    /// The times at which an event begins that could touch the range, in any order, each one once.
    private mutating func starts(of event: CalendarEvent) -> [EventTime] {
        var starts = [event.start] + event.additions
        if let rule = event.rule {
            let length = min(max((end(of: event, at: event.start) - time(event.start)) / 86_400, 0), Self.longest)
            // A day more on both sides, since zones differ.
            let days = (range.lowerBound - length - 2)...(range.upperBound + 1)
            let last = rule.until.map { lastDay(of: event.start, until: $0) }
            let second = event.start.secondOfDay
            starts += rule.days(from: event.start.day, in: days, last: last, steps: &steps).map {
                EventTime(local: $0.number * 86_400 + second, zone: event.start.zone)
            }
        }
        var known: Set<EventTime> = []
        return starts.filter { known.insert($0).inserted }
    }

    /// The last day on which an event may begin.
    private mutating func lastDay(of start: EventTime, until: EventTime) -> Day {
        if until.isDay || start.isDay { return until.day }
        let rules = zones.rules(of: start.zone, steps: &steps)
        let local = until.zone == .utc ? until.local + rules.offset(at: until.local) : until.local
        return EventTime(local: local - start.secondOfDay, zone: .floating).day
    }

    /// The point in time that is meant.
    private mutating func time(_ time: EventTime) -> Int {
        zones.rules(of: time.zone, steps: &steps).time(of: time.local)
    }

    /// The end of an event that begins at a time; of whole days the midnight after the last.
    private mutating func end(of event: CalendarEvent, at start: EventTime) -> Int {
        switch event.length {
        case .unknown: return start.isDay ? time(EventTime(local: start.local + 86_400, zone: .day)) : time(start)
        case .duration(let days, let seconds):
            return time(EventTime(local: start.local + days * 86_400, zone: start.zone)) + seconds
        case .end(let end):
            if start.isDay || end.isDay {
                let length = max(end.day.number - event.start.day.number, start.isDay ? 1 : 0)
                return time(EventTime(local: start.local + length * 86_400, zone: start.zone))
            }
            return time(start) + max(0, time(end) - time(event.start))
        }
    }

    /// Adds an occurrence if it touches the range.
    @discardableResult private mutating func add(_ event: CalendarEvent, at start: EventTime) -> Bool {
        guard list.occurrences.count < OccurrenceList.limit else {
            list.isIncomplete = true
            return false
        }
        let (begin, end) = (time(start), end(of: event, at: start))
        let isDays = start.isDay
        let first = isDays ? start.day : clock.day(at: begin)
        let last = clock.day(at: max(begin, end - 1))
        guard first <= range.upperBound, last >= range.lowerBound, last >= first else { return false }
        list.occurrences.append(
            Occurrence(
                title: event.title,
                place: event.place,
                time: isDays ? .days : .span(start: begin, end: max(begin, end)),
                days: first...last
            )
        )
        return true
    }
}
