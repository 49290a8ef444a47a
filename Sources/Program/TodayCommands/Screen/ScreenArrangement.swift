import CardRendering
import FoundationEssentials
import HostModel
import JSON
import TodayProtocol

/// The arrangement of the Today screen as a file: the appearance, and the widgets in their order with their sizes and
/// their configuration.
///
/// Each line is an instruction; what follows a `#` is a comment, except in the values of `configure`.
///
///     accent blue
///     density comfortable
///     show org.today.Weather.widget medium
///     configure org.today.Weather.widget {"place":"Tokyo"}
///     hide org.today.System.widget
struct ScreenArrangement: Hashable, Sendable {
    /// A widget on the screen.
    struct Shown: Hashable, Sendable {
        var widget: WidgetID
        /// Its size; `nil` leaves it as it is.
        var family: WidgetFamily?
        /// Number of the line that names it.
        var line = 0
        /// Its name, which is written as a comment.
        var title = ""
        /// The values of its configuration, by the ids of the inputs; `nil` leaves it as it is.
        var configuration: [String: String]?
    }

    /// Largest size of a file, in bytes.
    static let limit = 64 << 10

    /// The accent color; `nil` leaves it as it is.
    var accent: Appearance.Accent?
    /// The density; `nil` leaves it as it is.
    var density: Appearance.Density?
    /// The widgets on the screen, in their order.
    var shown: [Shown] = []
    /// The widgets that are not on the screen.
    var hidden: [Shown] = []

    /// Takes the arrangement of a screen; `configurations` are those of its widgets that have one.
    init(_ screen: ScreenState, _ appearance: Appearance, configurations: [WidgetID: [String: String]]) {
        accent = appearance.accent
        density = appearance.density
        shown = screen.chosen.map {
            Shown(widget: $0.id, family: $0.family, title: $0.title, configuration: configurations[$0.id])
        }
        hidden = screen.available.map { Shown(widget: $0.id, title: $0.title) }
    }

    /// The content of the file.
    var text: String {
        var lines = ["# An arrangement of Today. Put it on a screen with: today layout import FILE"]
        if let accent { lines.append("accent \(accent.rawValue)") }
        if let density { lines.append("density \(density.rawValue)") }
        for entry in shown {
            lines.append("show \(entry.widget) \(entry.family?.rawValue ?? "")\(Self.comment(entry))")
            guard let values = entry.configuration else { continue }
            lines.append("configure \(entry.widget) \(JSONValue.object(values.mapValues(JSONValue.string)).jsonText)")
        }
        lines += hidden.map { "hide \($0.widget)\(Self.comment($0))" }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func comment(_ entry: Shown) -> String {
        let title = TerminalText.safe(entry.title.split(whereSeparator: \.isNewline).joined(separator: " "))
        return title.isEmpty ? "" : "  # \(title)"
    }

    /// Parses a file.
    ///
    /// - Throws: ``CommandError`` that names the first line that is wrong, and what to write instead.
    init(parsing text: String) throws(CommandError) {
        guard text.utf8.count <= Self.limit else {
            throw CommandError("This is no arrangement: it has more than \(Self.limit >> 10) KiB.")
        }
        var lines: [WidgetID: Int] = [:]
        // Not at `isNewline`: the values of a configuration may have such characters, as U+2028.
        let texts = text.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
        for (index, line) in texts.enumerated() {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let instruction = words.first else { continue }
            let number = index + 1
            func refuse(_ reason: String) -> CommandError { CommandError("Line \(number): \(reason)") }
            func value<Value: RawRepresentable & CaseIterable>() throws(CommandError) -> Value
            where Value.RawValue == String {
                let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
                guard words.count == 2, let value = Value(rawValue: words[1]) else {
                    throw refuse("Write \(instruction) and one of \(names).")
                }
                return value
            }
            switch instruction {
            case "accent": accent = try value()
            case "density": density = try value()
            case "show", "hide":
                let isShown = instruction == "show"
                let families = WidgetFamily.allCases.map(\.rawValue).joined(separator: ", ")
                let form = isShown ? "show WIDGET SIZE, with the size \(families) or none" : "hide WIDGET"
                guard (2...(isShown ? 3 : 2)).contains(words.count) else { throw refuse("Write \(form).") }
                let family = words.count == 3 ? WidgetFamily(rawValue: words[2]) : nil
                guard words.count < 3 || family != nil else {
                    throw refuse("“\(words[2])” is no size; write \(form).")
                }
                let entry = Shown(widget: WidgetID(words[1]), family: family, line: number)
                if let former = lines.updateValue(number, forKey: entry.widget) {
                    throw refuse("\(entry.widget) is in line \(former) already; keep one of the two lines.")
                }
                if isShown { shown.append(entry) } else { hidden.append(entry) }
            case "configure":
                let parts = line.split(maxSplits: 2, whereSeparator: \.isWhitespace)
                guard parts.count == 3, let json = try? JSONValue(parsing: Data(parts[2].utf8)),
                    let values: [String: String] = try? json.decode()
                else { throw refuse("Write configure WIDGET {\"input\":\"value\"}, with a JSON object of texts.") }
                guard let index = shown.firstIndex(where: { $0.widget.rawValue == parts[1] }) else {
                    throw refuse("Show \(parts[1]) in a line above this one.")
                }
                shown[index].configuration = values
            default: throw refuse("“\(instruction)” is no instruction; use accent, density, show, configure or hide.")
            }
        }
        guard accent != nil || density != nil || !lines.isEmpty else {
            throw CommandError("This is no arrangement: no line has accent, density, show or hide.")
        }
    }
}

extension ScreenArrangement {
    /// What an arrangement changes on a screen.
    struct Change: Hashable, Sendable {
        /// The widgets on the screen, in their order; those that the arrangement does not name are last.
        var widgets: [WidgetID] = []
        /// The widgets whose size changes.
        var resized: [Shown] = []
        /// The widgets whose configuration the arrangement has.
        var configured: [Shown] = []
        /// The widgets that are not installed, in the order of the file.
        var unknown: [Shown] = []

        /// Compares a screen with an arrangement.
        ///
        /// - Throws: ``CommandError`` that names the first line that cannot be followed.
        init(from screen: ScreenState, to arrangement: ScreenArrangement) throws(CommandError) {
            let choices = Dictionary((screen.chosen + screen.available).map { ($0.id, $0) }) { first, _ in first }
            for entry in arrangement.shown {
                guard let choice = choices[entry.widget] ?? choices[entry.widget.bundle] else {
                    unknown.append(entry)
                    continue
                }
                widgets.append(entry.widget)
                if entry.configuration != nil { configured.append(entry) }
                guard let family = entry.family else { continue }
                guard choice.families.contains(family) else {
                    let names = choice.families.map(\.rawValue).joined(separator: ", ")
                    throw CommandError(
                        "Line \(entry.line): \(entry.widget) has no size \(family.rawValue); use one of: \(names)."
                    )
                }
                if choices[entry.widget]?.family != family { resized.append(entry) }
            }
            for entry in arrangement.hidden {
                guard entry.widget == entry.widget.bundle else {
                    throw CommandError(
                        "Line \(entry.line): hiding \(entry.widget) would delete its configuration; remove it on the page."
                    )
                }
                if choices[entry.widget] == nil { unknown.append(entry) }
            }
            unknown.sort { $0.line < $1.line }
            let named = Set((arrangement.shown + arrangement.hidden).map(\.widget))
            widgets += screen.chosen.map(\.id).filter { !named.contains($0) }
        }
    }
}
