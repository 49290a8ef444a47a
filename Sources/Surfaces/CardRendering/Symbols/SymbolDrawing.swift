import AdaptiveCards
import Markup

/// The drawing of a symbol in a square of 24 by 24, and a character for it.
///
/// The drawings were made for this project.
struct SymbolDrawing {
    /// Path that is stroked.
    let lines: String
    /// Path for the filled style, if it is another one; where it overlaps itself there is a hole.
    let solid: String?
    /// `true` if the path can be filled; the filled style of the others has wider lines.
    let isArea: Bool
    /// `true` if the symbol points along the writing direction, and so is mirrored in right-to-left text.
    let isDirected: Bool
    /// A character with the same meaning that most terminal fonts have; `nil` if there is none.
    let character: Character?

    /// The drawings by the names of the symbols.
    static let all = Dictionary(
        uniqueKeysWithValues: table.split(separator: "\n").map { line in
            let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let drawing = SymbolDrawing(
                lines: fields[3],
                solid: fields.count > 4 ? fields[4] : nil,
                isArea: fields[2].contains("a"),
                isDirected: fields[2].contains("d"),
                character: fields[1].first
            )
            return (fields[0], drawing)
        }
    )

    /// A line for each symbol: its name, its character, `a` for an area and `d` for a directed symbol, its path, and its
    /// path for the filled style.
    private static let table = """
        WeatherSunny|☀|a|M16.2 12a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2\
        M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4
        WeatherMoon|☾|a|M19.8 14.6A8.2 8.2 0 0 1 9.4 4.2a8.2 8.2 0 1 0 10.4 10.4z
        WeatherPartlyCloudyDay|☁|a|M8.5 19.5a3.6 3.6 0 0 1-.4-7.2 4.8 4.8 0 0 1 9.2-.8 4 4 0 0 1-.2 8zM5.2 10.6\
        a4 4 0 0 1 6.6-3.9M8.6 2.6v1.2M2.4 8.8h1.2M4.2 4.4l.9.9M13 4.4l-.9.9
        WeatherPartlyCloudyNight|☁|a|M8.5 19.5a3.6 3.6 0 0 1-.4-7.2 4.8 4.8 0 0 1 9.2-.8 4 4 0 0 1-.2 8zM4.6 10.9\
        A5.3 5.3 0 0 1 9.4 3a5.4 5.4 0 0 0 3.8 3.7
        WeatherCloudy|☁|a|M7 18.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 18.5z
        WeatherFog|≈||M7 13.5a4.2 4.2 0 0 1 .1-6.4 5.6 5.6 0 0 1 10.2.1 4.4 4.4 0 0 1 1.2 6.3M4 16.5h16M6.5 19.5h11
        WeatherDrizzle|☂|a|M7 15.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 15.5zM9 18.5v.5M12 20\
        v.5M15 18.5v.5
        WeatherRain|☂|a|M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5zM8.6 17l-1.2 3.5\
        M12.6 17l-1.2 3.5M16.6 17l-1.2 3.5
        WeatherRainShowersDay|☂|a|M8.5 16a3.6 3.6 0 0 1-.4-7.2 4.8 4.8 0 0 1 9.2-.8 4 4 0 0 1-.2 8zM5 7.2\
        a4 4 0 0 1 5.6-3.6M10.4 18.5l-.8 2.5M14.4 18.5l-.8 2.5M2.6 5h1M5.4 1.8l.4.9
        WeatherRainSnow|❄|a|M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5zM8.6 17l-1.2 3.5\
        M14.5 17v4M12.8 18l3.4 2M16.2 18l-3.4 2
        WeatherSnow|❄|a|M7 14a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14zM8 16.5v4M6.3 17.5l3.4 2\
        M9.7 17.5l-3.4 2M16 16.5v4M14.3 17.5l3.4 2M17.7 17.5l-3.4 2
        WeatherHailDay|❄|a|M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5zM9 18\
        a.8.8 0 1 1-1.6 0A.8.8 0 0 1 9 18zM12.8 20.5a.8.8 0 1 1-1.6 0 .8.8 0 0 1 1.6 0zM16.6 18\
        a.8.8 0 1 1-1.6 0 .8.8 0 0 1 1.6 0z
        WeatherThunderstorm|⚡||M7 14.5a4.2 4.2 0 0 1-.5-8.4 5.6 5.6 0 0 1 10.8-.9A4.7 4.7 0 0 1 17 14.5M12.5 11.5\
        l-2.6 5h3.6l-2.4 5
        WeatherSqualls|≈||M3 9h11.5a2.8 2.8 0 1 0-2.7-3.6M3 13h15.5a2.8 2.8 0 1 1-2.7 3.6M3 17h8.5a2.2 2.2 0 1 1-2.1 2.8
        WeatherSunnyHigh|☀|a|M3 18.5h18M7.5 18.5a4.5 4.5 0 0 1 9 0M12 10V3.5M9.2 6.2L12 3.5l2.8 2.7M4.6 12l1.3 1\
        M19.4 12l-1.3 1
        WeatherSunnyLow|☀|a|M3 18.5h18M7.5 18.5a4.5 4.5 0 0 1 9 0M12 3.5V10M9.2 7.3L12 10l2.8-2.7M4.6 12l1.3 1M19.4 12\
        l-1.3 1
        Temperature||a|M10 13.8V5.5a2.2 2.2 0 0 1 4.4 0v8.3a4 4 0 1 1-4.4 0zM12.2 9v8
        Drop||a|M12 3.2c3.4 3.9 5.6 7 5.6 10a5.6 5.6 0 0 1-11.2 0c0-3 2.2-6.1 5.6-10z
        Checkmark|✓||M5 12.8l4.6 4.6L19.5 7|M9.6 19.2l-6-6 1.9-1.9 4.1 4.1 9.2-9.7 2 1.9z
        CheckmarkCircle|●||M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM7.8 12.4l2.9 2.9 5.6-6|M22 12\
        a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM10.7 16.9l6.9-7.4-1.4-1.3-5.5 5.9-2.5-2.5-1.4 1.4z
        Circle|○|a|M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z
        Dismiss|✕||M6 6l12 12M18 6L6 18|M6.9 5L5 6.9 10.1 12 5 17.1 6.9 19l5.1-5.1 5.1 5.1 1.9-1.9-5.1-5.1\
        L19 6.9 17.1 5 12 10.1z
        DismissCircle|✕||M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM9 9l6 6M15 9l-6 6|M22 12\
        a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM9 7.6L7.6 9l3 3-3 3L9 16.4l3-3 3 3 1.4-1.4-3-3 3-3L15 7.6l-3 3z
        Add|+||M12 5v14M5 12h14|M10.7 4.5v6.2H4.5v2.6h6.2v6.2h2.6v-6.2h6.2v-2.6h-6.2V4.5z
        AddCircle|+||M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 8v8M8 12h8|M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0z\
        M11 7v4H7v2h4v4h2v-4h4v-2h-4V7z
        Subtract|−||M5 12h14|M4.5 10.7h15v2.6h-15z
        Info|i||M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 11v5.5M12 7.6v.1|M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0z\
        M11 10.5v6.5h2v-6.5zM11 7v2h2V7z
        Warning|!||M12 3.5L2.5 20h19zM12 9.5V14M12 17v.1|M12 2.5L1.5 21h21zM11 9v5.5h2V9zM11 16v2h2v-2z
        ErrorCircle|!||M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 7.5V13M12 16.3v.1|M22 12\
        a10 10 0 1 1-20 0 10 10 0 0 1 20 0zM11 7v6.5h2V7zM11 15.3v2h2v-2z
        Question|?||M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.3-1.7 2.6M12 18.3v.1
        Star|★|a|M12 3.2l2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1L3.2 9.6l6.1-.8z
        Heart|♥|a|M12 20S3.5 15.4 3.5 9.3A4.6 4.6 0 0 1 12 6.9a4.6 4.6 0 0 1 8.5 2.4C20.5 15.4 12 20 12 20z
        Flag|⚑|a|M5.5 21V4h13l-3 4.5 3 4.5h-13
        Fire||a|M12 21.5a6.5 6.5 0 0 0 6.5-6.5c0-5-4.6-6.6-5.2-12-3 1.7-3.6 4.8-3 7.3-1.3-.4-2-1.4-2.2-2.6\
        A8.8 8.8 0 0 0 5.5 15a6.5 6.5 0 0 0 6.5 6.5z
        Bookmark||a|M6.5 3.5h11v17L12 16.2l-5.5 4.3z
        Lightbulb||a|M9 17.5h6M9.8 20.5h4.4M9 17.5c0-2-3-3.3-3-7a6 6 0 0 1 12 0c0 3.7-3 5-3 7z
        Alert||a|M5 17.5h14l-1.6-2.5V10.5a5.4 5.4 0 0 0-10.8 0V15zM10 20.5h4
        Calendar|||M4 6h16v14H4zM4 10.5h16M8 3.5V7M16 3.5V7
        Clock|||M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 7v5.3l3.5 2
        Timer|||M20 13.5a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM12 9v4.5M9.5 2.5h5M18.2 6.2l1.3 1.3
        Location|||M12 21.5s-7-6.2-7-11.5a7 7 0 0 1 14 0c0 5.3-7 11.5-7 11.5zM14.5 10\
        a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z|M12 22.5s-8-6.8-8-12.5a8 8 0 0 1 16 0c0 5.7-8 12.5-8 12.5zM14.8 10\
        a2.8 2.8 0 1 0-5.6 0 2.8 2.8 0 0 0 5.6 0z
        Mail|✉||M3.5 5.5h17v13h-17zM3.5 7l8.5 6 8.5-6
        Chat||a|M4 20.5l1.2-4A8.3 8.3 0 1 1 8 19.3z
        Send||d|M4 4l17 8-17 8 2.5-8zM6.5 12H13
        Person||a|M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4.5 20.5a7.5 6.5 0 0 1 15 0z
        People||a|M12 8.5a3.3 3.3 0 1 1-6.6 0 3.3 3.3 0 0 1 6.6 0zM2.5 19.5a6.2 5.5 0 0 1 12.4 0zM15 5.7\
        a3 3 0 1 1 .8 5.7M16.5 14.2a5.4 5 0 0 1 5 5.3h-3.5
        Cart||d|M2.5 4h2.7l2.3 11.5h10.3l2-8.5H6M10 19.5a1.2 1.2 0 1 1-2.4 0 1.2 1.2 0 0 1 2.4 0zM18 19.5\
        a1.2 1.2 0 1 1-2.4 0 1.2 1.2 0 0 1 2.4 0z
        Document||a|M6 3h8l4.5 4.5V21H6zM13.5 3v5h5
        Folder||a|M3 6h6.5l2 2.5H21V19H3z
        Image|||M3.5 4.5h17v15h-17zM3.5 16l5-5 5.5 5.5 2.5-2.5 4 4M16.5 9a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 0 1 2.8 0z
        Link|||M10 14.5a4 4 0 0 1 0-5.6l3-3a4 4 0 0 1 5.6 5.6l-1.4 1.4M14 9.5a4 4 0 0 1 0 5.6l-3 3a4 4 0 0 1-5.6-5.6\
        l1.4-1.4
        Globe|||M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3a14 14 0 0 1 0 18M12 3a14 14 0 0 0 0 18
        Home|||M3.5 11.5L12 4l8.5 7.5M6 9.5V20h12V9.5M10 20v-5.5h4V20
        Settings|||M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM12 2.5l1 3a6.8 6.8 0 0 1 2.5 1l2.8-1.3 1.5 2.6-2 2.3\
        a7 7 0 0 1 0 3.8l2 2.3-1.5 2.6-2.8-1.3a6.8 6.8 0 0 1-2.5 1l-1 3-1-3a6.8 6.8 0 0 1-2.5-1l-2.8 1.3-1.5-2.6 2-2.3\
        a7 7 0 0 1 0-3.8l-2-2.3 1.5-2.6 2.8 1.3a6.8 6.8 0 0 1 2.5-1z
        Search|||M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM15.3 15.3l5.2 5.2
        Edit||a|M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5
        Delete||a|M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5l1 14h9l1-14M10 10.5v6M14 10.5v6
        Lock||a|M5.5 10.5h13v10h-13zM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3
        Key||a|M12 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM11 10.7l9 9M16.5 16.2l2.5-2.5
        Desktop||a|M3 4.5h18v12H3zM8.5 20h7M12 16.5V20
        Server|||M4 4h16v6.5H4zM4 13.5h16V20H4zM7.5 7.2h.1M7.5 16.7h.1M12 7.2h4.5M12 16.7h4.5
        Database|||M19.5 6c0 1.7-3.4 3-7.5 3S4.5 7.7 4.5 6s3.4-3 7.5-3 7.5 1.3 7.5 3zM4.5 6v12c0 1.7 3.4 3 7.5 3\
        s7.5-1.3 7.5-3V6M4.5 12c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3
        Battery||a|M2.5 7.5h16v9h-16zM21.5 10.5v3M5.5 10.5v3M8.5 10.5v3M11.5 10.5v3
        Rss|||M4.5 4.5a15 15 0 0 1 15 15M4.5 11a8.5 8.5 0 0 1 8.5 8.5M7 18.2a1.2 1.2 0 1 1-2.4 0 1.2 1.2 0 0 1 2.4 0z
        Code|||M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14
        Book|||M12 6.5C10 5 7 4.5 3.5 4.5v13c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2v-13C17 4.5 14 5 12 6.5zM12 6.5v13
        MusicNote|♪||M9 17.5a2.7 2.7 0 1 1-5.4 0 2.7 2.7 0 0 1 5.4 0zM9 17.5V5l10.5-2v12M19.5 15.2\
        a2.7 2.7 0 1 1-5.4 0 2.7 2.7 0 0 1 5.4 0z
        List||d|M8.5 6h12M8.5 12h12M8.5 18h12M4 6h.1M4 12h.1M4 18h.1
        ArrowUp|↑||M12 20V4M5.5 10.5L12 4l6.5 6.5
        ArrowDown|↓||M12 4v16M5.5 13.5L12 20l6.5-6.5
        ArrowLeft|←|d|M20 12H4M10.5 5.5L4 12l6.5 6.5
        ArrowRight|→|d|M4 12h16M13.5 5.5L20 12l-6.5 6.5
        ArrowSync|↻||M20 5v5h-5M4 19v-5h5M19.3 10a8 8 0 0 0-14-2.5M4.7 14a8 8 0 0 0 14 2.5
        ChevronUp|||M5 15l7-7 7 7
        ChevronDown|||M5 9l7 7 7-7
        ChevronLeft|‹|d|M15 5l-7 7 7 7
        ChevronRight|›|d|M9 5l7 7-7 7
        Play|▶|a|M7 4.5l12 7.5-12 7.5z
        Pause||a|M7 5h3.5v14H7zM13.5 5H17v14h-3.5z
        """
}

extension IconSymbol {
    /// The drawing; a square if there is none.
    var drawing: SymbolDrawing {
        SymbolDrawing.all[rawValue]
            ?? SymbolDrawing(lines: "M4 4h16v16H4z", solid: nil, isArea: false, isDirected: false, character: nil)
    }
}

extension HTMLDrawing {
    /// Draws a symbol, hidden from screen readers, since the text beside it has the same meaning.
    mutating func draw(_ symbol: IconSymbol, _ style: IconStyle) {
        if style == .filled, let parts = SymbolPart.all[symbol.rawValue] { return draw(parts) }
        let drawing = symbol.drawing
        let solid = style == .filled ? drawing.solid : nil
        html.markup("<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"")
        if drawing.isDirected { html.markup(" class=\"ac-directed\"") }
        html.markup("><path")
        if solid != nil {
            html.markup(" class=\"ac-solid\"")
        } else if style == .filled {
            html.markup(drawing.isArea ? " class=\"ac-filled\"" : " class=\"ac-bold\"")
        }
        html.attribute("d", solid ?? drawing.lines)
        html.markup("></path></svg>")
    }

    private mutating func draw(_ parts: [SymbolPart]) {
        html.markup("<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\">")
        for part in parts {
            html.markup("<path class=\"ac-")
            html.text(part.tone)
            html.markup("\"")
            html.attribute("d", part.path)
            html.markup("></path>")
        }
        html.markup("</svg>")
    }
}
