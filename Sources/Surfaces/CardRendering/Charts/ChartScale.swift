/// The values along the vertical axis: round, equally spaced numbers that span all values.
struct ChartScale: Hashable {
    /// Values of the grid lines, from bottom to top; at least two.
    let ticks: [Double]

    /// Value at the bottom.
    var bottom: Double { ticks[0] }
    /// Value at the top.
    var top: Double { ticks[ticks.count - 1] }

    /// Creates a scale.
    ///
    /// - Parameters:
    ///   - values: The values of the chart.
    ///   - minimum: The value that the author wants at the bottom, if any.
    ///   - maximum: The value that the author wants at the top, if any.
    ///   - includesZero: `true` if the scale must include zero, as that of bars must; zero is then its bottom or top
    ///     unless there are values on both sides of it.
    init(of values: [Double], minimum: Double?, maximum: Double?, includesZero: Bool) {
        var low = Swift.min(values.min() ?? 0, minimum ?? .infinity)
        var high = Swift.max(values.max() ?? 0, maximum ?? -.infinity)
        if includesZero {
            low = Swift.min(low, 0)
            high = Swift.max(high, 0)
        }
        if high <= low {
            // A single value: the scale needs a height.
            let room = Swift.max(low.magnitude / 10, 1)
            low = includesZero && low >= 0 ? low : low - room
            high += room
        }
        let step = Self.step(for: (high - low) / 3)
        let first = (low / step).rounded(.down)
        let last = (high / step).rounded(.up)
        // Between 1 and 4 steps, unless rounding makes large numbers equal.
        let count = Int(Swift.min(Swift.max(last - first, 1), 8))
        ticks = (0...count).map { (first + Double($0)) * step }
    }

    /// Returns the position of a value between bottom and top, 0 to 1.
    func place(of value: Double) -> Double { Swift.min(Swift.max((value - bottom) / (top - bottom), 0), 1) }

    /// Returns the smallest number that is 1, 2 or 5 times a power of ten and at least `size`.
    private static func step(for size: Double) -> Double {
        var power = 1.0
        while power < size { power *= 10 }
        while power / 10 >= size, power > 1e-12 { power /= 10 }
        // Now a tenth of the power is less than the size, which is at most the power.
        for factor in [0.2, 0.5] where power * factor >= size { return power * factor }
        return power
    }
}

/// Reduces the points of a chart to as many as a person can tell apart.
enum ChartSampling {
    /// Maximum number of points that are drawn for a chart.
    static let limit = 200

    /// Returns the indices of the points to draw.
    ///
    /// They are the first, the last, and between them the lowest and the highest of each group of neighbors, so that no
    /// peak is lost.
    static func indices(of values: [Double], limit: Int = limit) -> [Int] {
        guard values.count > Swift.max(limit, 4) else { return Array(values.indices) }
        let groups = (Swift.max(limit, 4) - 2) / 2
        let inner = values.count - 2
        var result = [0]
        for group in 0..<groups {
            let range = (1 + inner * group / groups)..<(1 + inner * (group + 1) / groups)
            guard let low = range.min(by: { values[$0] < values[$1] }),
                let high = range.max(by: { values[$0] < values[$1] })
            else { continue }
            result += low == high ? [low] : [Swift.min(low, high), Swift.max(low, high)]
        }
        return result + [values.count - 1]
    }
}
