/// Durations as people write them: `30m`, `2 hours`, `1h30m`, `3 days`.
enum DurationText {
    private static let units: [String: Double] = [
        "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
        "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60,
        "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600,
        "d": 86_400, "day": 86_400, "days": 86_400,
        "w": 604_800, "week": 604_800, "weeks": 604_800,
    ]

    /// Reads a duration.
    ///
    /// - Returns: The seconds; none if it is something else, or longer than a hundred years.
    static func seconds(_ text: some StringProtocol) -> Double? {
        var rest = text.lowercased().trimmingSpace()[...]
        guard !rest.isEmpty else { return nil }
        var total = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest[digits.endIndex...].drop(while: \.isWhitespace)
            let name = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest[name.endIndex...].drop(while: \.isWhitespace)
            guard let count = Double(digits), let unit = units[String(name)] else { return nil }
            total += count * unit
        }
        return total <= 3_153_600_000 ? total : nil
    }
}
