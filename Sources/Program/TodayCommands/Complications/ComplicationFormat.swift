import ArgumentParser
import CardRendering
import Host
import JSON
import TodayProtocol

/// The output formats of `today complication`.
enum ComplicationFormat: String, Sendable, CaseIterable, ExpressibleByArgument {
    /// A JSON object for each change, for a custom module of waybar.
    case waybar
    /// The protocol of i3bar and swaybar.
    case i3bar
    /// The short text.
    case text
    /// A JSON object for each change, with all properties.
    case json
}

/// Formats complications for status bars, each as one line whatever the app's texts contain.
struct ComplicationFormatter: Sendable {
    var format: ComplicationFormat
    /// `true` if texts for waybar are escaped as Pango markup.
    var escapesMarkup: Bool

    init(_ format: ComplicationFormat, escapesMarkup: Bool = true) {
        self.format = format
        self.escapesMarkup = escapesMarkup
    }

    /// The lines before the first complication of a stream.
    var header: [String] { format == .i3bar ? [#"{"version":1,"click_events":true}"#, "["] : [] }

    /// Returns the line of a complication.
    ///
    /// - Parameters:
    ///   - shown: The complication; `nil` if the app has none, which shows nothing in a bar.
    ///   - app: The app.
    ///   - isInStream: `true` if further lines may follow; i3bar separates them with commas.
    /// - Returns: The line, without a line end.
    func line(_ shown: ShownComplication?, of app: AppID?, isInStream: Bool) -> String {
        switch format {
        case .waybar: waybar(shown).safeText
        case .i3bar: JSONValue.array([i3bar(shown, of: app)]).safeText + (isInStream ? "," : "")
        case .text: shown.map { TerminalText.safe($0.complication.shortText) } ?? ""
        case .json: json(shown, of: app).safeText
        }
    }

    private func waybar(_ shown: ShownComplication?) -> JSONValue {
        guard let complication = shown?.complication else { return ["text": ""] }
        var members: [String: JSONValue] = [
            "text": .string(markup(complication.shortText)),
            "tooltip": .string(markup(complication.longText ?? complication.shortText)),
        ]
        members["alt"] = complication.symbol.map { .string(markup($0)) }
        members["percentage"] = complication.gauge.map { .integer(Self.percent($0)) }
        if !complication.classes.isEmpty { members["class"] = .array(complication.classes.map(JSONValue.string)) }
        return .object(members)
    }

    private func i3bar(_ shown: ShownComplication?, of app: AppID?) -> JSONValue {
        var members: [String: JSONValue] = ["name": "today", "full_text": ""]
        members["instance"] = app.map { .string($0.rawValue) }
        guard let shown else { return .object(members) }
        let complication = shown.complication
        let picture = shown.picture.map { $0 + " " } ?? ""
        members["full_text"] = .string(picture + (complication.longText ?? complication.shortText))
        members["short_text"] = .string(picture + complication.shortText)
        members["markup"] = "none"
        if complication.classes.contains("urgent") { members["urgent"] = true }
        return .object(members)
    }

    private func json(_ shown: ShownComplication?, of app: AppID?) -> JSONValue {
        guard let shown else {
            return ["app": app.map { .string($0.rawValue) } ?? .null, "complication": .null]
        }
        return Self.json(shown)
    }

    /// A complication with its app, for programs.
    static func json(_ shown: ShownComplication) -> JSONValue {
        let complication = shown.complication
        var values: [String: JSONValue] = [
            "shortText": .string(complication.shortText),
            "class": .array(complication.classes.map(JSONValue.string)),
        ]
        values["longText"] = complication.longText.map(JSONValue.string)
        values["gauge"] = complication.gauge.map(JSONValue.real)
        values["symbol"] = complication.symbol.map(JSONValue.string)
        var members: [String: JSONValue] = [
            "app": .string(shown.app.rawValue), "title": .string(shown.title), "complication": .object(values),
        ]
        members["url"] = shown.url.map(JSONValue.string)
        return .object(members)
    }

    /// A gauge as a whole number of percent.
    static func percent(_ gauge: Double) -> Int {
        gauge.isFinite ? Int((min(max(gauge, 0), 1) * 100).rounded()) : 0
    }

    private func markup(_ text: String) -> String { escapesMarkup ? PangoMarkup.escape(text) : text }
}

/// The markup of GTK, in which waybar draws the text of a module.
enum PangoMarkup {
    /// Escapes a text, so that it is drawn as it is.
    static func escape(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
