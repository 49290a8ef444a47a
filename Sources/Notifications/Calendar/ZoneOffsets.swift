import FoundationEssentials

/// How far a time zone's clocks are from UTC, and where that changes; in whole seconds since 1970.
struct ZoneOffsets {
    /// Where a local time is in time.
    enum Place: Hashable {
        /// At this moment; if the clocks show the time twice, the first.
        case at(Int)
        /// Nowhere: the clocks skip it.
        ///
        /// - Parameters:
        ///   - end: The first moment after the gap.
        ///   - length: How many seconds are skipped.
        case skipped(end: Int, length: Int)
    }

    let zone: TimeZone

    /// The seconds to add to UTC at a moment.
    func offset(at moment: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
    }

    /// The first moment after `moment`, up to `end`, from which another offset holds; none if the same one holds at
    /// both.
    func change(after moment: Int, upTo end: Int) -> Int? {
        let before = offset(at: moment)
        guard offset(at: end) != before else { return nil }
        var (low, high) = (moment, end)
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if offset(at: middle) == before { low = middle } else { high = middle }
        }
        return high
    }

    /// Finds the moment at which the clocks show a local time.
    func place(of local: Int) -> Place {
        // No zone is further than a day from UTC.
        let (early, late) = (local - 86_400, local + 86_400)
        guard let change = change(after: early, upTo: late) else { return .at(local - offset(at: early)) }
        let (before, after) = (offset(at: change - 1), offset(at: change))
        if local - before < change { return .at(local - before) }
        if local - after >= change { return .at(local - after) }
        return .skipped(end: change, length: after - before)
    }
}
