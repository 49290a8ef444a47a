public import AppLanguages
import TodayKit

/// The texts of the page and the widget, and the numbers and times in them.
public struct Texts: AppTexts {
    /// The app's folder below Apps.
    public static let app = "System"

    /// The language of the surface, a BCP 47 tag.
    public let surface: String

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) { self.surface = surface }

    /// How much of something is in use.
    func used(_ capacity: SystemStatus.Capacity) -> String {
        usedSize(size(capacity.used), total: size(capacity.total))
    }

    /// A part of a whole.
    func percent(_ fraction: Double) -> String { percentage(Int((fraction * 100).rounded())) }

    /// A time of days and hours, of hours and minutes, or of minutes alone.
    func duration(_ duration: Duration) -> String {
        let minutes = Int(duration / .seconds(60))
        let (days, hours) = (minutes / 1440, minutes / 60 % 24)
        if days > 0 { return daysAndHours(days, hours: hours) }
        return hours > 0 ? hoursAndMinutes(hours, minutes: minutes % 60) : minutesAlone(minutes)
    }

    /// A size in the decimal units in which disks are sold: 850 MB, 5.2 GB, 1.9 TB.
    func size(_ bytes: Int) -> String {
        let units = [(1e12, "TB", 1), (1e9, "GB", 1), (1e6, "MB", 0)]
        // What would be rounded up to 1000 is written in the next unit.
        let (scale, unit, decimals) = units.first { Double(bytes) >= $0.0 * 0.9995 } ?? units[2]
        return "\(number(Double(bytes) / scale, decimals: decimals))\u{a0}\(unit)"
    }

    /// A number with a fixed number of decimals, at most three.
    func number(_ value: Double, decimals: Int) -> String {
        let scale = [1, 10, 100, 1000][min(max(decimals, 0), 3)]
        let scaled = Int((min(value, 1e12) * Double(scale)).rounded())
        guard scale > 1 else { return "\(scaled)" }
        let fraction = "\(scaled % scale + scale)".dropFirst()
        return "\(scaled / scale)\(language == .german ? "," : ".")\(fraction)"
    }
}
