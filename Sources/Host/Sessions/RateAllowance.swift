/// How often something may happen: so many times in a period, counted from the first.
struct RateAllowance {
    /// How often.
    let limit: Int
    /// In which time.
    let period: Duration
    private var begin: ContinuousClock.Instant?
    private var count = 0

    init(limit: Int, period: Duration = .seconds(10)) {
        self.limit = limit
        self.period = period
    }

    /// Counts one more.
    ///
    /// - Parameter now: When it happens.
    /// - Returns: Whether it may.
    mutating func admit(at now: ContinuousClock.Instant = .now) -> Bool {
        if begin.map({ now - $0 >= period }) ?? true {
            begin = now
            count = 0
        }
        count += 1
        return count <= limit
    }
}
