import FoundationEssentials
import FoundationInternationalization

/// Writes the dates and times of day of a card's text in the viewer's time zone, in the card's language.
///
/// A card that names its language gets its dates in it, in the viewer's own variant where the two agree (an "en" card
/// seen by somebody with "en-GB" has British dates), else as it is written where the viewer lives (somebody with "de-DE"
/// sees English dates with the day before the month); any other card gets the viewer's language.
struct DateMacroExpander {
    private let timeZone: TimeZone
    private let language: String

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

    /// The card's language as it is written where the viewer lives, unless the card says where.
    private static func adapt(_ cardLanguage: String, to viewer: String?) -> String {
        guard let viewer, primary(cardLanguage).count == cardLanguage.count else { return cardLanguage }
        // A language without a region, such as "de", is the one of its own country.
        let likely = Locale.Language(identifier: Locale.Language(identifier: viewer).maximalIdentifier)
        return likely.region.map { "\(cardLanguage)-\($0.identifier)" } ?? cardLanguage
    }

    /// Replaces every macro of a text; what is no macro, or names no date that exists, stays as it is.
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
        // The library keeps the formatters that belong to a locale and a format; what is made here is cheap.
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
        case .short where Self.primary(language) == "de":
            // German has a comma after the weekday, which the library's data lacks.
            return Date.VerbatimFormatStyle(
                format:
                    "\(weekday: .abbreviated), \(day: .defaultDigits). \(month: .abbreviated) \(year: .defaultDigits)",
                locale: locale,
                timeZone: timeZone,
                calendar: gregorian
            ).format(date)
        case .short: style = style.weekday(.abbreviated).month(.abbreviated).day().year()
        }
        style.calendar = gregorian
        return style.format(date)
    }
}
