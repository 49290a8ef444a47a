import CardRendering
import TodayProtocol

/// A style rule for one class whose name says what it does; the page has no style attributes.
///
/// Rules are made from numbers alone: no text of an app can get into a style sheet.
package struct PageRule: Hashable, Sendable {
    /// The class.
    package let className: String
    /// What the rule declares.
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
            "tw-m-" + sides.map(String.init).joined(separator: "-"),
            "padding-block:\(sides[0])px \(sides[2])px;padding-inline:\(sides[3])px \(sides[1])px"
        )
    }

    /// How high a widget's card is at least; clamped to 0…640 points.
    static func height(_ height: Double) -> PageRule {
        let height = points(height, 0...640)
        return PageRule("tw-h-\(height)", "min-height:\(height)px")
    }

    private static func points(_ value: Double, _ range: ClosedRange<Double>) -> Int {
        value.isFinite ? Int(min(max(value, range.lowerBound), range.upperBound).rounded()) : Int(range.lowerBound)
    }
}
