public import CivilTime

/// A zone as a document defines it (`VTIMEZONE`), for names that the time zone database does not have.
public struct ZoneDefinition: Codable, Hashable, Sendable {
    /// A time of year with one offset (`STANDARD` or `DAYLIGHT`).
    public struct Observance: Codable, Hashable, Sendable {
        /// When it first begins, in the local time before it.
        public var start: EventTime
        /// The offset before it, in seconds east of UTC.
        public var from: Int
        /// The offset in it, in seconds east of UTC.
        public var to: Int
        /// How it repeats; `nil` if it does not.
        public var rule: RecurrenceRule?
        /// Further beginnings (`RDATE`).
        public var additions: [EventTime] = []
    }

    /// How many observances are read.
    static let observanceLimit = 64

    /// The observances in the order of the document.
    public var observances: [Observance] = []

    /// Creates a definition without observances, which is UTC.
    public init() {}

    /// Returns the offsets around a range of days.
    ///
    /// - Parameters:
    ///   - range: The days.
    ///   - steps: How many days the rules may still examine; what was used is subtracted.
    /// - Returns: The rules, which are right for the range and for the year before it.
    public func rules(in range: ClosedRange<Day>, steps: inout Int) -> ZoneRules {
        let wide = (range.lowerBound - 400)...(range.upperBound + 1)
        var changes: [(time: Int, offset: Int)] = []
        for observance in observances {
            var starts = [observance.start.local] + observance.additions.map(\.local)
            if let rule = observance.rule {
                let last = rule.until.map { until in
                    let local = until.zone == .utc ? until.local + observance.from : until.local
                    return EventTime(local: local - observance.start.secondOfDay, zone: .floating).day
                }
                starts += rule.days(from: observance.start.day, in: wide, last: last, steps: &steps)
                    .map { $0.number * 86_400 + observance.start.secondOfDay }
            }
            changes += starts.map { ($0 - observance.from, observance.to) }
        }
        let first = changes.min { $0.time < $1.time }
        let initial = observances.first { $0.start.local - $0.from == first?.time }?.from ?? 0
        return ZoneRules(initial: initial, changes: changes)
    }

    /// Reads an offset such as `+0100` or `-033015`, in seconds; `nil` if it is none.
    static func offset(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5 || bytes.count == 7, let sign = ["+": 1, "-": -1][text.prefix(1)] else { return nil }
        var parts = [0, 0, 0]
        for index in 0..<(bytes.count / 2) {
            guard let number = Digits.number(bytes[(1 + index * 2)..<(3 + index * 2)]), number < 60 else { return nil }
            parts[index] = number
        }
        guard parts[0] < 24 else { return nil }
        return sign * (parts[0] * 3600 + parts[1] * 60 + parts[2])
    }
}
