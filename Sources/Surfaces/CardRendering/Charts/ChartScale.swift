/// The values along the axis from bottom to top: round numbers at equal distances that contain all values.
struct ChartScale: Hashable {
    /// The values at the lines, from bottom to top; at least two.
    let ticks: [Double]

    /// The value at the bottom.
    var bottom: Double { ticks[0] }
    /// The value at the top.
    var top: Double { ticks[ticks.count - 1] }

    /// Creates a scale.
    ///
    /// - Parameters:
    ///   - values: The values of the chart.
    ///   - minimum: The value that the author wants at the bottom, if any.
    ///   - maximum: The value that the author wants at the top, if any.
    ///   - includesZero: Whether the scale begins or ends at zero unless values are on both sides of it, as that of bars
    ///     must.
    init(of values: [Double], minimum: Double?, maximum: Double?, includesZero: Bool) {
        var low = Swift.min(values.min() ?? 0, minimum ?? .infinity)
        var high = Swift.max(values.max() ?? 0, maximum ?? -.infinity)
        if includesZero {
            low = Swift.min(low, 0)
            high = Swift.max(high, 0)
        }
        if high <= low {
            // One value only: the scale has to have a height.
            let room = Swift.max(low.magnitude / 10, 1)
            low = includesZero && low >= 0 ? low : low - room
            high += room
        }
        let step = Self.step(for: (high - low) / 3)
        let first = (low / step).rounded(.down)
        let last = (high / step).rounded(.up)
        // Between 1 and 4 steps, unless rounding of great numbers makes them equal.
        let count = Int(Swift.min(Swift.max(last - first, 1), 8))
        ticks = (0...count).map { (first + Double($0)) * step }
    }

    /// Returns the place of a value between bottom and top, 0 to 1.
    func place(of value: Double) -> Double { Swift.min(Swift.max((value - bottom) / (top - bottom), 0), 1) }

    /// Returns the least of 1, 2 and 5 times a power of ten that is not less than a size.
    private static func step(for size: Double) -> Double {
        var power = 1.0
        while power < size { power *= 10 }
        while power / 10 >= size, power > 1e-12 { power /= 10 }
        // Now a tenth of the power is less than the size, which is at most the power.
        for factor in [0.2, 0.5] where power * factor >= size { return power * factor }
        return power
    }
}

/// Leaves out points of a chart that has more of them than a person could tell apart.
enum ChartSampling {
    /// The number of points that are drawn for each chart.
    static let limit = 200

    /// Returns the indices of the points to draw: the first and the last, and between them the lowest and the highest
    /// of each group of neighbors, so that no peak is lost.
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
