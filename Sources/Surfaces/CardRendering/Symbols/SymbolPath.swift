import AdaptiveCards
import Markup

/// The drawing of a symbol in a square of 24 by 24.
///
/// The drawings were made for this project.
struct SymbolPath {
    /// Path that is stroked; the filled style also fills it.
    let lines: StaticString
    /// Path for the filled style, if it is another one; where it overlaps itself there is a hole.
    let solid: StaticString?
    /// `true` if the symbol points along the writing direction, and so is mirrored in right-to-left text.
    let isDirected: Bool

    init(_ lines: StaticString, solid: StaticString? = nil, isDirected: Bool = false) {
        self.lines = lines
        self.solid = solid
        self.isDirected = isDirected
    }

    /// A star, which ratings draw too.
    static let star: StaticString = "M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1L3.2 9.6l6.1-.8z"

    /// Returns the drawing of a symbol.
    static func path(of symbol: IconSymbol) -> SymbolPath {
        weather(symbol) ?? state(symbol) ?? thing(symbol) ?? direction(symbol) ?? SymbolPath("M4 4h16v16H4z")
    }
}

extension HTMLDrawing {
    /// Symbols whose path can be filled; the filled style of the others has wider lines.
    private static let areas: Set<IconSymbol> = [
        .weatherSunny, .weatherMoon, .weatherPartlyCloudyDay, .weatherPartlyCloudyNight, .weatherCloudy,
        .weatherDrizzle,
        .weatherRain, .weatherRainShowersDay, .weatherRainSnow, .weatherSnow, .weatherHailDay, .weatherSunnyHigh,
        .weatherSunnyLow, .temperature, .drop, .circle, .star, .heart, .flag, .fire, .bookmark, .lightbulb, .alert,
        .chat, .person, .people, .document, .folder, .lock, .key, .desktop, .battery, .play, .pause, .delete, .edit,
    ]

    /// Draws a symbol, hidden from screen readers, since the text beside it has the same meaning.
    mutating func draw(_ symbol: IconSymbol, _ style: IconStyle) {
        let path = SymbolPath.path(of: symbol)
        let solid = style == .filled ? path.solid : nil
        html.markup("<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"")
        if path.isDirected { html.markup(" class=\"ac-directed\"") }
        html.markup("><path")
        if solid != nil {
            html.markup(" class=\"ac-solid\"")
        } else if style == .filled {
            html.markup(Self.areas.contains(symbol) ? " class=\"ac-filled\"" : " class=\"ac-bold\"")
        }
        html.markup(" d=\"")
        html.markup(solid ?? path.lines)
        html.markup("\"></path></svg>")
    }
}

extension IconSymbol {
    /// A character with the same meaning that most terminal fonts have; `nil` if there is none.
    var character: Character? {
        switch self {
        case .weatherSunny, .weatherSunnyHigh, .weatherSunnyLow: "☀"
        case .weatherMoon: "☾"
        case .weatherPartlyCloudyDay, .weatherPartlyCloudyNight, .weatherCloudy: "☁"
        case .weatherFog, .weatherSqualls: "≈"
        case .weatherDrizzle, .weatherRain, .weatherRainShowersDay: "☂"
        case .weatherRainSnow, .weatherSnow, .weatherHailDay: "❄"
        case .weatherThunderstorm: "⚡"
        case .checkmark: "✓"
        case .checkmarkCircle: "●"
        case .circle: "○"
        case .dismiss, .dismissCircle: "✕"
        case .add, .addCircle: "+"
        case .subtract: "−"
        case .warning, .errorCircle: "!"
        case .info: "i"
        case .question: "?"
        case .star: "★"
        case .heart: "♥"
        case .flag: "⚑"
        case .arrowUp: "↑"
        case .arrowDown: "↓"
        case .arrowLeft: "←"
        case .arrowRight: "→"
        case .arrowSync: "↻"
        case .chevronLeft: "‹"
        case .chevronRight: "›"
        case .play: "▶"
        case .musicNote: "♪"
        case .mail: "✉"
        default: nil
        }
    }
}
