package import Foundation
import HostClock

/// At which times of the day this person opens the screen: a weight for each half hour.
///
/// An opening counts once in a half hour of a day, and each day takes a tenth of every weight: what was usual a month ago
/// counts for little.
package struct OpeningHistogram: Codable, Hashable, Sendable {
    /// Half hours of a day.
    package static let bucketCount = 48
    /// What a day leaves of a weight.
    private static let dailyDecay = 0.9
    /// The part of a day's updates that is spread evenly, however regular the person is.
    private static let evenPart = 0.25
    /// How many openings outweigh the even spread that holds before anything is learned.
    private static let priorWeight = 2.0
    /// How an opening is divided among its own half hour and those before it, in which the widgets must become fresh.
    private static let lead = [0.25, 0.5, 0.25]

    private var weights = [Double](repeating: 0, count: bucketCount)
    private var dayStart: Date?
    private var bucketsOfDay: Set<Int> = []

    /// Makes a histogram without openings: every time is as likely as any other.
    package init() {}

    /// Decodes a histogram; one with impossible weights becomes empty.
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

    /// Records that the screen was opened.
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

    /// How much of a day has passed when a share of its updates may have been spent.
    ///
    /// - Parameter share: 0 to 1.
    /// - Returns: 0 to 1.
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

    /// The share of a day's updates that is for each half hour; none is 0, and the sum is 1.
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

/// How this person uses the screen, as far as updates that nobody sees depend on it.
struct ScreenUsage: Codable, Hashable, Sendable {
    /// How many languages are remembered.
    private static let languageLimit = 8

    var openings = OpeningHistogram()
    /// When the screen was opened last in each language.
    private(set) var languages: [String: Date] = [:]

    /// Records that the screen was opened.
    mutating func recordOpening(in language: String, at date: Date, zone: TimeZone) {
        openings.record(date, in: zone)
        languages[language] = date
        guard languages.count > Self.languageLimit else { return }
        if let oldest = languages.min(by: { $0.value < $1.value }) { languages[oldest.key] = nil }
    }
}
