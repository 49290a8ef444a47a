package import Foundation
import HostClock

/// The times of day at which the person opens the screen, as a weight for each half hour, which counts at most one
/// opening a day; each day reduces every weight by a tenth, so that habits of a month ago count for little.
package struct OpeningHistogram: Codable, Hashable, Sendable {
    /// Number of half hours in a day.
    package static let bucketCount = 48
    /// Factor by which each day reduces a weight.
    private static let dailyDecay = 0.9
    /// Share of a day's updates that is spread evenly, however regular the openings are.
    private static let evenPart = 0.25
    /// Weight of the uniform distribution that applies before anything is learned, in openings.
    private static let priorWeight = 2.0
    /// Shares of an opening for its own half hour and the two before it, in which the widgets must become fresh.
    private static let lead = [0.25, 0.5, 0.25]

    private var weights = [Double](repeating: 0, count: bucketCount)
    private var dayStart: Date?
    private var bucketsOfDay: Set<Int> = []

    /// Creates a histogram without openings, in which every time is equally likely.
    package init() {}

    /// Decodes a histogram; one with invalid weights becomes empty.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let weights = try container.decode([Double].self, forKey: .weights)
        guard weights.count == Self.bucketCount, weights.allSatisfy({ $0.isFinite && (0...1000).contains($0) }) else {
            return
        }
        self.weights = weights
        dayStart = try container.decodeIfPresent(Date.self, forKey: .dayStart)
        bucketsOfDay = try container.decode(Set<Int>.self, forKey: .bucketsOfDay)
    }

    package mutating func record(_ date: Date, in zone: TimeZone) {
        let day = ClockDay(of: date, in: zone)
        if dayStart != day.interval.start {
            let days = dayStart.map { day.interval.start.timeIntervalSince($0) / 86_400 } ?? 0
            let decay = pow(Self.dailyDecay, min(max(days.rounded(), 0), 1000))
            for bucket in weights.indices { weights[bucket] *= decay }
            dayStart = day.interval.start
            bucketsOfDay = []
        }
        let bucket = min(Int(day.fraction(at: date) * Double(Self.bucketCount)), Self.bucketCount - 1)
        if bucketsOfDay.insert(bucket).inserted { weights[bucket] += 1 }
    }

    /// Returns the fraction of a day, 0 to 1, after which a share of its updates, 0 to 1, may have been spent.
    package func dayFraction(atShare share: Double) -> Double {
        guard share > 0 else { return 0 }
        var sum = 0.0
        for (bucket, density) in densities.enumerated() {
            if sum + density >= share {
                return (Double(bucket) + (share - sum) / density) / Double(Self.bucketCount)
            }
            sum += density
        }
        return 1
    }

    /// Share of a day's updates for each half hour; each is greater than 0, and the sum is 1.
    private var densities: [Double] {
        let total = weights.reduce(0, +)
        let learnedPart = (1 - Self.evenPart) * total / (total + Self.priorWeight)
        let even = (1 - learnedPart) / Double(Self.bucketCount)
        var densities = [Double](repeating: even, count: Self.bucketCount)
        guard total > 0 else { return densities }
        for (bucket, weight) in weights.enumerated() {
            for (distance, part) in Self.lead.enumerated() {
                let earlier = (bucket - distance + Self.bucketCount) % Self.bucketCount
                densities[earlier] += learnedPart * part * weight / total
            }
        }
        return densities
    }
}

/// The person's use of the screen, on which unseen updates depend.
struct ScreenUsage: Codable, Hashable, Sendable {
    /// Largest number of languages remembered.
    private static let languageLimit = 8

    var openings = OpeningHistogram()
    /// Time of the last opening in each language.
    private(set) var languages: [String: Date] = [:]

    mutating func recordOpening(in language: String, at date: Date, zone: TimeZone) {
        openings.record(date, in: zone)
        languages[language] = date
        guard languages.count > Self.languageLimit else { return }
        if let oldest = languages.min(by: { $0.value < $1.value }) { languages[oldest.key] = nil }
    }
}
