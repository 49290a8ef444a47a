package import Foundation
import Synchronization

/// Dates in HTTP headers (RFC 9110, section 5.6.7).
package final class HTTPDateCache: Sendable {
    private static let format = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"),
        timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian)
    )

    private let last = Mutex<(second: Int, text: String)>((0, ""))

    /// Makes a source of dates.
    package init() {}

    /// Now; each second is written once.
    package var text: String {
        let date = Date()
        let second = Int(date.timeIntervalSince1970)
        return last.withLock { last in
            if last.second != second { last = (second, Self.text(of: date)) }
            return last.text
        }
    }

    /// A date as headers have it.
    package static func text(of date: Date) -> String { date.formatted(format) }
}
