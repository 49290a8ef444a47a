import FoundationEssentials
import FoundationInternationalization

/// Replaces the dates and times of day in a card's text, in the viewer's time zone.
///
/// The language is the card's, or the viewer's if the card names none. If the card's language has no region, the region
/// is the viewer's: an “en” card has British dates for a viewer with “en-GB”, and English dates with the day before the
/// month for a viewer with “de-DE”.
struct DateMacroExpander {
    private let timeZone: TimeZone
    private let language: String

    /// Language and region in which dates and numbers are formatted.
    var locale: Locale { Locale(identifier: language) }

    init(environment: RenderingEnvironment, cardLanguage: String?) {
        timeZone = environment.timeZone
        let viewers = environment.languages
        language =
            if let cardLanguage {
                viewers.first { Self.primary($0) == Self.primary(cardLanguage) }
                    ?? Self.adapt(cardLanguage, to: viewers.first)
            } else {
                viewers.first ?? "en-US"
            }
    }

    /// Returns the card's language with the viewer's region, unless the card names a region itself.
    private static func adapt(_ cardLanguage: String, to viewer: String?) -> String {
        guard let viewer, primary(cardLanguage).count == cardLanguage.count else { return cardLanguage }
        // A language without a region, such as “de”, has a most likely region.
        let likely = Locale.Language(identifier: Locale.Language(identifier: viewer).maximalIdentifier)
        return likely.region.map { "\(cardLanguage)-\($0.identifier)" } ?? cardLanguage
    }

    /// Replaces all macros in a text; keeps those that are malformed or name no existing date.
    func expand(_ text: String) -> String {
        guard Self.mayHoldMacro(text) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "{"), let macro = DateMacro(bytes[index...]) {
                result.append(contentsOf: format(macro).utf8)
                index += macro.length
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func mayHoldMacro(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            guard utf8.count > 20 else { return false }
            for index in 1..<utf8.count where utf8[index] == UInt8(ascii: "{") && utf8[index - 1] == UInt8(ascii: "{") {
                return true
            }
            return false
        }
    }

    private static func primary(_ language: String) -> Substring {
        language.prefix { $0 != "-" && $0 != "_" }
    }

    private func format(_ macro: DateMacro) -> String {
        // Foundation caches the formatters of a locale and a format; these values are cheap.
        let locale = Locale(identifier: language)
        let date = Date(timeIntervalSince1970: Double(macro.timestamp.secondsSince1970))
        // Newer locale data has a narrow no-break space before AM, which many fonts lack.
        return String(text(of: date, macro.format, locale).map { $0 == "\u{202F}" ? " " : $0 })
    }

    private func text(of date: Date, _ format: DateMacro.Format, _ locale: Locale) -> String {
        let gregorian = Calendar(identifier: .gregorian)
        var style = Date.FormatStyle(date: .omitted, time: .omitted, locale: locale, timeZone: timeZone)
        switch format {
        case .compact: style = Date.FormatStyle(date: .numeric, time: .omitted, locale: locale, timeZone: timeZone)
        case .time: style = Date.FormatStyle(date: .omitted, time: .shortened, locale: locale, timeZone: timeZone)
        case .long: style = style.weekday(.wide).month(.wide).day().year()
        case .day, .short:
            style = style.weekday(.abbreviated).month(.abbreviated).day()
            if format == .short { style = style.year() }
        }
        // German has a comma after the abbreviated weekday, which Foundation's data lacks.
        if format == .day || format == .short, Self.primary(language) == "de" {
            let day: Date.FormatString = "\(weekday: .abbreviated), \(day: .defaultDigits). \(month: .abbreviated)"
            let year: Date.FormatString =
                "\(weekday: .abbreviated), \(day: .defaultDigits). \(month: .abbreviated) \(year: .defaultDigits)"
            return Date.VerbatimFormatStyle(
                format: format == .day ? day : year,
                locale: locale,
                timeZone: timeZone,
                calendar: gregorian
            ).format(date)
        }
        style.calendar = gregorian
        return style.format(date)
    }
}
