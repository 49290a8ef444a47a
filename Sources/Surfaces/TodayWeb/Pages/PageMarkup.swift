import CardRendering
import TodayProtocol

/// Markup of a page, written as a literal: what is interpolated into it is escaped.
///
///     page.markup("<p class=\"aside\">\(.noTopics)</p>")
///     page.markup("<a\("href", path)\(if: isSelected, " aria-current=\"page\"")>\(title)</a>")
///
/// Only a literal of this program makes one, so no text of an app can become markup. A name before a value makes an
/// attribute, with a space before it and its value in quotation marks; `nil` makes none.
struct PageMarkup: ExpressibleByStringInterpolation, Sendable {
    /// A part that ``PageWriter`` writes in its own way.
    enum Part: Sendable {
        case markup(StaticString)
        case text(String)
        /// A text in the language of the page.
        case localizable(LocalizableText)
        case attribute(StaticString, String)
        case localizableAttribute(StaticString, LocalizableText)
        /// The class of a rule, within a class attribute.
        case rule(PageRule)
        indirect case page(PageWriter)
    }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

        mutating func appendLiteral(_ markup: StaticString) {
            if markup.utf8CodeUnitCount > 0 { parts.append(.markup(markup)) }
        }

        mutating func appendInterpolation(_ text: String) { parts.append(.text(text)) }
        mutating func appendInterpolation(_ text: LocalizableText) { parts.append(.localizable(text)) }
        mutating func appendInterpolation(_ number: Int) { parts.append(.text(String(number))) }
        mutating func appendInterpolation(_ rule: PageRule) { parts.append(.rule(rule)) }
        mutating func appendInterpolation(_ page: PageWriter) { parts.append(.page(page)) }
        mutating func appendInterpolation(_ part: some PagePart) { parts += part.markup.parts }
        mutating func appendInterpolation(_ markup: PageMarkup) { parts += markup.parts }
        mutating func appendInterpolation(markup: PageMarkup) { parts += markup.parts }
        mutating func appendInterpolation(if condition: Bool, _ markup: PageMarkup) {
            if condition { parts += markup.parts }
        }

        mutating func appendInterpolation(_ name: StaticString, _ value: String?) {
            if let value { parts.append(.attribute(name, value)) }
        }

        mutating func appendInterpolation(_ name: StaticString, _ value: LocalizableText) {
            parts.append(.localizableAttribute(name, value))
        }
    }

    let parts: [Part]

    init(stringLiteral markup: StaticString) { parts = [.markup(markup)] }

    init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }
}

/// A part of a page without rules of its own, such as an icon.
protocol PagePart {
    var markup: PageMarkup { get }
}
