import Synchronization

/// A number that only increases, from 0 at the start of the process; an addition costs one atomic instruction.
package final class Counter: Sendable {
    private let count = Atomic(0)

    package init() {}

    package var value: Int { count.load(ordering: .relaxed) }

    package func add(_ number: Int = 1) { count.wrappingAdd(number, ordering: .relaxed) }
}

/// Counts measured values by their size, so that quantiles over many processes can be computed.
package final class Histogram: Sendable {
    /// The counts at one moment.
    package struct Snapshot: Hashable, Sendable {
        /// The upper bounds of the buckets, with the number of values up to each.
        package var buckets: [Bucket]
        /// The number of all values, also of those above the last bound.
        package var count: Int
        package var sum: Double
    }

    package struct Bucket: Hashable, Sendable {
        package var bound: Double
        package var count: Int
    }

    private struct State {
        /// The number of values in each bucket alone; the last is that of the values above all bounds.
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    /// Makes a histogram whose buckets have the given upper bounds, in ascending order.
    package init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    /// Adds a value, as often as it was measured.
    package func observe(_ value: Double, count: Int = 1) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock { state in
            state.counts[bucket] += count
            state.sum += value * Double(count)
        }
    }

    /// Adds a duration, in seconds.
    package func observe(_ duration: Duration) { observe(duration / .seconds(1)) }

    package var snapshot: Snapshot {
        let state = state.withLock { $0 }
        var total = 0
        let buckets = zip(bounds, state.counts).map { bound, count in
            total += count
            return Bucket(bound: bound, count: total)
        }
        return Snapshot(buckets: buckets, count: state.counts.reduce(0, +), sum: state.sum)
    }
}
