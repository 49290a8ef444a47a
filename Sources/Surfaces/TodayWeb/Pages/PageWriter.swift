import CardRendering
import Markup
import TodayProtocol

/// Writes a page: markup from literals of this program and cards from the renderer; all other text is escaped.
struct PageWriter: Sendable {
    /// Language of the page's texts.
    let language: PageLanguage
    private var finished: [UInt8] = []
    private var html = HTMLWriter()
    /// Style rules for the written markup, in order of first use.
    private(set) var rules: [PageRule] = []

    init(_ language: PageLanguage) { self.language = language }

    /// Everything written so far, in UTF-8.
    var bytes: [UInt8] { finished + html.bytes }

    /// Everything written so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes markup.
    mutating func markup(_ markup: PageMarkup) {
        for part in markup.parts {
            switch part {
            case .markup(let markup): html.markup(markup)
            case .text(let text): self.text(text)
            case .localizable(let text): self.text(text)
            case .attribute(let name, let value): attribute(name, value)
            case .localizableAttribute(let name, let value): attribute(name, value)
            case .rule(let rule): className(rule)
            case .page(let other): page(other)
            }
        }
    }

    /// Writes text, in content or within a quoted attribute.
    mutating func text(_ text: String) { html.text(text) }

    /// Writes two sentences, the first of which gets a full stop if it ends without one.
    mutating func sentences(_ first: LocalizableText, _ second: LocalizableText) {
        let said = first.text(in: language)
        let end = said.reversed().first { !$0.isWhitespace && !"\"'”’»)]」』）".contains($0) } ?? "."
        let ended: LocalizableText = ".!?…:;。！？：".contains(end) ? .text(said) : .fullStop(said)
        text(LocalizableText.twoSentences(ended, second: second))
    }

    /// Writes an attribute with its value in quotation marks.
    mutating func attribute(_ name: StaticString, _ value: String) { html.attribute(name, value) }

    /// Writes the class of a rule into a class attribute, and adds the rule.
    private mutating func className(_ rule: PageRule) {
        html.markup(" ")
        html.text(rule.className)
        use(rule)
    }

    /// Writes a rendered card, and adds its rules.
    mutating func card(_ card: RenderedCard) {
        append(Array(card.html.utf8))
        for rule in card.rules { use(PageRule(rule)) }
    }

    /// Writes the picture behind a rendered card, if it has one.
    mutating func backdrop(of card: RenderedCard) { append(Array(card.backdrop.utf8)) }

    /// Writes Markdown with the link targets from `target`; a link without a target becomes its text.
    mutating func markdown(_ text: String, headingLevel: Int, target: @escaping (String) -> MarkdownLink?) {
        append(MarkdownHTML.html(of: text, headingLevel: headingLevel, target: target))
    }

    /// Writes the content of another writer.
    mutating func page(_ other: PageWriter) {
        append(other.bytes)
        for rule in other.rules { use(rule) }
    }

    /// Writes the content of a style element: sheets of this program, and rules made from numbers.
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
    /// Writes the reason for which a form was refused; nothing if it was not.
    mutating func writeProblem(_ problem: LocalizableText?) {
        if let problem { markup("<p class=\"problem\" role=\"alert\">\(problem)</p>") }
    }

    /// Writes a terminal command with a button that copies it; the script finds the command before the button.
    mutating func writeCommand(_ command: String) {
        markup("<p class=\"command\"><code>")
        text(command)
        markup("</code> <button type=\"button\" class=\"quiet-button\" data-copy>")
        text(.copy)
        markup("</button></p>")
    }
}

/// A style rule for one class, whose name encodes its numbers, since pages have no style attributes.
///
/// Rules are made from numbers alone, so no text of an app can get into a style sheet.
package struct PageRule: Hashable, Sendable {
    package let className: String
    /// Declarations of the rule.
    package let declarations: String

    /// The rule in CSS.
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

    /// The margins of a widget's card; each is clamped to 0…96 points.
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

    /// The rows of the grid that a widget takes; clamped to 1…60.
    static func rows(_ rows: Int) -> PageRule {
        let rows = min(max(rows, 1), 60)
        return PageRule("tw-r-\(rows)", "--rows:\(rows)")
    }

    /// The fill level of a complication's gauge; clamped to 0…1.
    static func gauge(_ gauge: Double) -> PageRule {
        let percent = Int(clamped(gauge * 100, 0...100).rounded())
        return PageRule("tw-g-\(percent)", "inline-size:\(percent)%")
    }

    /// Returns points as CSS writes them, with at most two decimals: `60`, `60.5`.
    private static func points(_ value: Double, _ range: ClosedRange<Double>) -> String {
        let hundredths = Int((clamped(value, range) * 100).rounded())
        guard hundredths % 100 != 0 else { return String(hundredths / 100) }
        let fraction = String(hundredths % 100 + 100).dropFirst()
        return "\(hundredths / 100)." + (fraction.hasSuffix("0") ? fraction.dropLast() : fraction)
    }

    /// Returns a number as part of a class name, which has no dot.
    private static func classPart(_ number: String) -> String { number.replacing(".", with: "_") }

    private static func clamped(_ value: Double, _ range: ClosedRange<Double>) -> Double {
        value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : range.lowerBound
    }
}
