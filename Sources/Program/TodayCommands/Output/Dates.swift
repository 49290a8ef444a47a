import Foundation
import HostModel

struct Dates: Sendable {
    private let zone: TimeZone

    /// Creates a formatter for a time zone, or for UTC if the zone is unknown.
    init(zone: String) { self.zone = TimeZone(identifier: zone) ?? .gmt }

    /// A line that names the time zone of the times above it.
    var zoneLine: String { "Times are those of \(zone.identifier)." }

    /// Returns a point in time for programs: RFC 3339 in UTC, to the millisecond.
    static func iso8601(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Returns a point in time for people, such as `2026-11-21 08:03:07`, in the time zone.
    func display(_ date: Date) -> String {
        date.formatted(
            Date.VerbatimFormatStyle(
                format: """
                    \(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits) \
                    \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
                    \(second: .twoDigits)
                    """,
                timeZone: zone,
                calendar: Calendar(identifier: .gregorian)
            )
        )
    }

    /// Returns a point in time for people to the minute, such as `14:30`, with the day if it is not today.
    func displayMinute(_ date: Date, now: Date) -> String {
        let text = String(display(date).dropLast(3))
        let day = text.prefix(10)
        return display(now).hasPrefix(day) ? String(text.dropFirst(11)) : text
    }

    /// Returns the age of something and its next update, such as `Updated 12 min ago · next update about 14:30`.
    ///
    /// After a failed update it names the time of the last successful one, and only the next attempt.
    func age(updated: Date?, nextUpdate: Date?, isFailing: Bool = false, now: Date) -> String {
        let verb = isFailing ? "Last updated successfully" : "Updated"
        let age = updated.map { "\(verb) \(RelativeTime.words(since: $0, now: now))" } ?? "Not updated yet"
        guard let nextUpdate else { return age }
        return "\(age) · next \(isFailing ? "attempt" : "update") about \(displayMinute(nextUpdate, now: now))"
    }

    /// Returns a duration for people, such as `850 ms` or `12.3 s`.
    static func duration(milliseconds: Double) -> String {
        if milliseconds < 10 { return "\((milliseconds * 10).rounded() / 10) ms" }
        if milliseconds < 1000 { return "\(Int(milliseconds.rounded())) ms" }
        return "\((milliseconds / 100).rounded() / 10) s"
    }

    /// Returns a size for people, such as `9.4 MB`, `53.1 GB` or `2.0 TB`, in powers of 1,000.
    static func memory(_ bytes: Int) -> String {
        let (size, unit) =
            switch bytes {
            case ..<999_950_000: (1e6, "MB")
            case ..<999_950_000_000: (1e9, "GB")
            default: (1e12, "TB")
            }
        return "\((Double(bytes) / size * 10).rounded() / 10) \(unit)"
    }
}
