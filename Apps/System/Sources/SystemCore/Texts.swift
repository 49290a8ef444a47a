import TodayKit

/// Every text on the page and the widget, in English, Japanese and German.
public struct Texts: Hashable, Sendable {
    private enum Language: Hashable, Sendable {
        case english, japanese, german
    }

    private let language: Language

    /// Creates the texts for the language of the surface, a BCP 47 tag; English for other languages.
    public init(_ surface: String) {
        switch surface.split(whereSeparator: { $0 == "-" || $0 == "_" }).first?.lowercased() {
        case "ja": language = .japanese
        case "de": language = .german
        default: language = .english
        }
    }

    var system: String { say("System", "システム", "System") }
    var openSystem: String { say("Open System", "システムを開く", "System öffnen") }
    var load: String { say("Load", "負荷", "Last") }
    var processors: String { say("Processors", "プロセッサ", "Prozessoren") }
    var memory: String { say("Memory", "メモリ", "Speicher") }
    var swap: String { say("Swap space", "スワップ", "Auslagerung") }
    var disk: String { say("Disk", "ディスク", "Festplatte") }
    var runningFor: String { say("Running for", "稼働時間", "Läuft seit") }
    var refresh: String { say("Refresh", "更新", "Aktualisieren") }

    /// How much is left of something.
    func free(_ bytes: Int) -> String {
        let size = size(bytes)
        return say("\(size) free", "空き\(size)", "\(size) frei")
    }

    /// How much of something is in use.
    func used(_ capacity: SystemStatus.Capacity) -> String {
        let (used, total) = (size(capacity.used), size(capacity.total))
        return say("\(used) of \(total)", "\(total)中\(used)", "\(used) von \(total)")
    }

    /// A part of a whole.
    func percent(_ fraction: Double) -> String {
        let number = Int((fraction * 100).rounded())
        return say("\(number)%", "\(number)%", "\(number)\u{a0}%")
    }

    /// A time of days and hours, or hours and minutes.
    func duration(_ duration: Duration) -> String {
        let minutes = Int(duration / .seconds(60))
        let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60)
        if days > 0 {
            return say(
                "\(days) \(days == 1 ? "day" : "days"), \(hours) h",
                "\(days)日\(hours)時間",
                "\(days) \(days == 1 ? "Tag" : "Tagen"), \(hours) Std."
            )
        }
        return say("\(hours) h, \(rest) min", "\(hours)時間\(rest)分", "\(hours) Std., \(rest) Min.")
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

    /// Says that the app has no such page.
    public func noPage(_ path: String) -> String {
        say("System has no page “\(path)”.", "「\(path)」というページはありません。", "Es gibt keine Seite „\(path)“.")
    }

    private func say(_ english: String, _ japanese: String, _ german: String) -> String {
        switch language {
        case .english: english
        case .japanese: japanese
        case .german: german
        }
    }
}
