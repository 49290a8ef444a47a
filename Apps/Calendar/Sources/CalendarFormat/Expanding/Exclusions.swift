import CivilTime

/// The times at which an event does not take place.
struct Exclusions {
    /// Points in time.
    private var times: Set<Int> = []
    /// Days, on which no time of the event counts.
    private var days: Set<Day> = []

    init(_ exclusions: [EventTime], time: (EventTime) -> Int) {
        for exclusion in exclusions {
            if exclusion.isDay { days.insert(exclusion.day) } else { times.insert(time(exclusion)) }
        }
    }

    /// Whether a time is excluded, given as written and as a point in time.
    func contains(_ start: EventTime, _ time: Int) -> Bool { days.contains(start.day) || times.contains(time) }
}
