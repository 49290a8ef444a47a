import CardRendering
import JSON
import Markup
import TodayProtocol

/// Writes a page: markup from literals of this program, cards from the renderer, everything else escaped.
struct PageWriter {
    /// The language of the page's texts.
    let language: PageLanguage
    private var finished: [UInt8] = []
    private var html = HTMLWriter()
    /// The style rules that the written markup needs, in order of first use.
    private(set) var rules: [PageRule] = []

    init(_ language: PageLanguage) { self.language = language }

    /// Everything written so far, in UTF-8.
    var bytes: [UInt8] { finished + html.bytes }

    /// Everything written so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes markup.
    mutating func markup(_ markup: StaticString) { html.markup(markup) }

    /// Writes text, in content or within a quoted attribute.
    mutating func text(_ text: String) { html.text(text) }

    /// Writes what stands between two sentences: a space, but nothing in Japanese.
    mutating func sentenceBreak() { if language != .japanese { html.markup(" ") } }

    /// Writes a number.
    mutating func number(_ number: Int) { html.number(number) }

    /// Writes an attribute with its value in quotation marks.
    mutating func attribute(_ name: StaticString, _ value: String) { html.attribute(name, value) }

    /// Writes the class of a rule, within a class attribute, and remembers the rule.
    mutating func className(_ rule: PageRule) {
        html.markup(" ")
        html.text(rule.className)
        use(rule)
    }

    /// Writes a card as the renderer drew it, and remembers its rules.
    mutating func card(_ card: RenderedCard) {
        append(Array(card.html.utf8))
        for rule in card.rules { use(PageRule(rule)) }
    }

    /// Writes Markdown whose links lead where `target` says; a link without a target is only its text.
    mutating func markdown(_ text: String, headingLevel: Int, target: @escaping (String) -> MarkdownLink?) {
        append(MarkdownHTML.html(of: text, headingLevel: headingLevel, target: target))
    }

    /// Writes the content of another writer.
    mutating func page(_ other: PageWriter) {
        append(other.bytes)
        for rule in other.rules { use(rule) }
    }

    /// Writes the content of a style element: sheets of this program and rules made of numbers.
    mutating func styleSheet(_ sheets: [[UInt8]], rules: [PageRule]) {
        for sheet in sheets { append(sheet) }
        append(rules.flatMap { Array($0.css.utf8) })
    }

    private mutating func append(_ bytes: [UInt8]) {
        finished += html.bytes
        html = HTMLWriter()
        finished += bytes
    }

    private mutating func use(_ rule: PageRule) {
        if !rules.contains(rule) { rules.append(rule) }
    }
}

extension PageWriter {
    /// Writes a command for a terminal, with a button that copies it; the script finds the command before the button.
    mutating func writeCommand(_ command: String) {
        markup("<p class=\"command\"><code>")
        text(command)
        markup("</code> <button type=\"button\" class=\"quiet-button\" data-copy>")
        text(.copy)
        markup("</button></p>")
    }
}

/// A style rule for one class, whose name encodes its numbers; pages have no style attributes.
///
/// Rules are made from numbers alone: no text of an app can get into a style sheet.
package struct PageRule: Hashable, Sendable {
    package let className: String
    /// The declarations of the rule.
    package let declarations: String

    /// The rule as a style sheet has it.
    var css: String { ".\(className){\(declarations)}" }

    /// Takes a rule of a card.
    init(_ rule: StyleRule) {
        className = rule.className
        declarations = rule.declarations
    }

    private init(_ className: String, _ declarations: String) {
        self.className = className
        self.declarations = declarations
    }

    /// The space around a widget's card; each side is clamped to 0…96 points.
    static func margins(_ margins: WidgetMargins) -> PageRule {
        let sides = [margins.top, margins.trailing, margins.bottom, margins.leading].map { points($0, 0...96) }
        return PageRule(
            "tw-m-" + sides.map(classPart).joined(separator: "-"),
            "padding-block:\(sides[0])px \(sides[2])px;padding-inline:\(sides[3])px \(sides[1])px"
        )
    }

    /// The exact height of a widget's card; clamped to 0…640 points.
    static func height(_ height: Double) -> PageRule {
        let height = points(height, 0...640)
        return PageRule("tw-h-" + classPart(height), "--height:\(height)px")
    }

    /// How far the gauge of a complication is filled; clamped to 0…1.
    static func gauge(_ gauge: Double) -> PageRule {
        let percent = Int(clamped(gauge * 100, 0...100).rounded())
        return PageRule("tw-g-\(percent)", "inline-size:\(percent)%")
    }

    /// Points as CSS writes them, to the hundredth: `60`, `60.5`.
    private static func points(_ value: Double, _ range: ClosedRange<Double>) -> String {
        let hundredths = Int((clamped(value, range) * 100).rounded())
        guard hundredths % 100 != 0 else { return String(hundredths / 100) }
        let fraction = String(hundredths % 100 + 100).dropFirst()
        return "\(hundredths / 100)." + (fraction.hasSuffix("0") ? fraction.dropLast() : fraction)
    }

    /// A number as part of the name of a class, which has no dot.
    private static func classPart(_ number: String) -> String { number.replacing(".", with: "_") }

    private static func clamped(_ value: Double, _ range: ClosedRange<Double>) -> Double {
        value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : range.lowerBound
    }
}
