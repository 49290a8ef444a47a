/// The values of one metric, with what Prometheus must know of it.
package struct MetricFamily: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case counter, gauge, histogram }

    package struct Sample: Hashable, Sendable {
        struct Label: Hashable, Sendable {
            let name: String
            let value: String
        }

        /// What follows the name of the metric, for the parts of a histogram.
        let suffix: String
        let labels: [Label]
        package let value: Double

        /// Makes a value with labels, whose names differ.
        package init(_ labels: KeyValuePairs<String, String>, _ value: Double) {
            self.init(suffix: "", labels: labels, value)
        }

        fileprivate init(suffix: String, labels: KeyValuePairs<String, String> = [:], _ value: Double) {
            self.suffix = suffix
            self.labels = labels.map { Label(name: $0.key, value: $0.value) }
            self.value = value
        }
    }

    package let name: String
    package let kind: Kind
    /// A sentence for people.
    package let help: String
    package let samples: [Sample]

    /// Makes a counter or a gauge with one value for each set of labels.
    package init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.samples = samples
    }

    package init(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        self.init(name, kind, help, [Sample([:], value)])
    }

    package init(_ name: String, _ help: String, _ counter: Counter) {
        self.init(name, .counter, help, Double(counter.value))
    }

    package init(_ name: String, _ help: String, _ histogram: Histogram) {
        let snapshot = histogram.snapshot
        let buckets = snapshot.buckets.map { bucket in
            Sample(suffix: "_bucket", labels: ["le": MetricsText.number(bucket.bound)], Double(bucket.count))
        }
        let all = [
            Sample(suffix: "_bucket", labels: ["le": MetricsText.number(.infinity)], Double(snapshot.count)),
            Sample(suffix: "_sum", snapshot.sum), Sample(suffix: "_count", Double(snapshot.count)),
        ]
        self.init(name, .histogram, help, buckets + all)
    }
}

/// Prometheus' text format, version 0.0.4.
package enum MetricsText {
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Writes metrics, whose names differ: of each a line of help, a line with its type, and a line for each value.
    package static func of(_ families: [MetricFamily]) -> String {
        families.map { family in
            let head = [
                "# HELP \(family.name) \(escaped(family.help))", "# TYPE \(family.name) \(family.kind.rawValue)",
            ]
            let lines = family.samples.map { sample in
                let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }
                let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
                return "\(family.name)\(sample.suffix)\(list) \(number(sample.value))"
            }
            return (head + lines).map { $0 + "\n" }.joined()
        }.joined()
    }

    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int(exactly: value).map(String.init) ?? "\(value)"
    }

    private static func escaped(_ text: String, quotes: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
