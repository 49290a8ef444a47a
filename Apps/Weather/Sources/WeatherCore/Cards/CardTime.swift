import TodayKit

/// Points in time as cards write them.
enum CardTime {
    private static let format = Date.ISO8601FormatStyle()

    /// The time of day, which the surface writes in the viewer's zone and language.
    static func time(_ date: Date) -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return "{{TIME(\(Date(timeIntervalSince1970: seconds).formatted(format)))}}"
    }
}
