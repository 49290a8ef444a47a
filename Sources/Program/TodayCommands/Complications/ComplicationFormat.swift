import ArgumentParser
import CardRendering
import HostModel
import JSON
import TodayProtocol

enum ComplicationFormat: String, Sendable, CaseIterable, ExpressibleByArgument {
    case waybar, i3bar, text, json
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

    /// Returns the line of a complication, without a line end; without one, a bar shows nothing.
    ///
    /// In a stream, further lines may follow; i3bar separates them with commas.
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
        return .members([
            "text": markup(complication.shortText),
            "tooltip": markup(complication.longText ?? complication.shortText),
            "alt": complication.symbol.map(markup), "percentage": complication.gauge.map(Self.percent),
            "class": complication.classes.isEmpty ? nil : complication.classes,
        ])
    }

    private func i3bar(_ shown: ShownComplication?, of app: AppID?) -> JSONValue {
        guard let shown else { return .members(["name": "today", "full_text": "", "instance": app]) }
        let complication = shown.complication
        let picture = shown.picture.map { $0 + " " } ?? ""
        return .members([
            "name": "today", "instance": app, "markup": "none",
            "full_text": picture + (complication.longText ?? complication.shortText),
            "short_text": picture + complication.shortText,
            "urgent": complication.classes.contains("urgent") ? true : nil,
        ])
    }

    private func json(_ shown: ShownComplication?, of app: AppID?) -> JSONValue {
        shown.map(Self.json) ?? .members(["app": app.orNull, "complication": JSONValue.null])
    }

    static func json(_ shown: ShownComplication) -> JSONValue {
        let complication = shown.complication
        return .members([
            "app": shown.app, "title": shown.title, "url": shown.url,
            "complication": JSONValue.members([
                "shortText": complication.shortText, "longText": complication.longText, "gauge": complication.gauge,
                "symbol": complication.symbol, "class": complication.classes,
            ]),
        ])
    }

    static func percent(_ gauge: Double) -> Int {
        gauge.isFinite ? Int((min(max(gauge, 0), 1) * 100).rounded()) : 0
    }

    /// Escapes a text for Pango, the markup in which waybar draws the text of a module.
    private func markup(_ text: String) -> String {
        guard escapesMarkup else { return text }
        let escapes: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]
        return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }
}
