import Foundation
import JSON

/// One measured figure.
struct Figure {
    /// What was measured.
    var name: String
    /// The unit of the values.
    var unit: String
    /// What each run gave.
    var values: [Double]

    /// The middle of the values.
    var median: Double { quantile(0.5) }

    /// The value below which a share of the values lies.
    func quantile(_ share: Double) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.down)))]
    }

    /// Writes the figure as one line of JSON.
    func report() {
        let line: JSONValue = [
            "name": .string(name), "unit": .string(unit), "median": .real(median), "p99": .real(quantile(0.99)),
            "runs": .integer(values.count),
        ]
        print(line.jsonText)
    }
}

extension Duration {
    /// The duration in milliseconds.
    var milliseconds: Double { self / .milliseconds(1) }
}
