/// Collects the parts of a card from a closure in which `if`, `switch` and `for` may stand.
@resultBuilder
public struct CardBuilder<Item> {
    /// Takes one part.
    public static func buildExpression(_ item: Item) -> [Item] { [item] }

    /// Takes a part that may be missing.
    public static func buildExpression(_ item: Item?) -> [Item] { item.map { [$0] } ?? [] }

    /// Takes a list of parts.
    public static func buildExpression(_ items: [Item]) -> [Item] { items }

    /// Joins what stands below one another.
    public static func buildBlock(_ parts: [Item]...) -> [Item] { parts.flatMap(\.self) }

    /// Takes what stands in an `if`.
    public static func buildOptional(_ part: [Item]?) -> [Item] { part ?? [] }

    /// Takes what stands in the first branch.
    public static func buildEither(first part: [Item]) -> [Item] { part }

    /// Takes what stands in another branch.
    public static func buildEither(second part: [Item]) -> [Item] { part }

    /// Joins what a loop yields.
    public static func buildArray(_ parts: [[Item]]) -> [Item] { parts.flatMap(\.self) }

    /// Takes what stands behind an availability check.
    public static func buildLimitedAvailability(_ part: [Item]) -> [Item] { part }
}

extension CardBuilder where Item == CardElement {
    /// Takes one element.
    public static func buildExpression(_ component: some CardComponent) -> [CardElement] { [component.element] }

    /// Takes an element that may be missing.
    public static func buildExpression(_ component: (some CardComponent)?) -> [CardElement] {
        component.map { [$0.element] } ?? []
    }

    /// Takes a list of elements of one type.
    public static func buildExpression(_ components: [some CardComponent]) -> [CardElement] {
        components.map(\.element)
    }
}

/// A part of a card that has the properties of every element.
///
/// The types of this module conform; there is no use in others that do.
public protocol CardComponent {
    /// What every element has.
    var common: ElementProperties { get set }
    /// The part as an element.
    var element: CardElement { get }
}

extension CardComponent {
    /// Names the element, for actions that show or hide it.
    public func id(_ id: String) -> Self { replacing(\.common.id, with: id) }

    /// Leaves room before the element.
    public func spacing(_ spacing: Spacing) -> Self { replacing(\.common.spacing, with: spacing) }

    /// Draws a line before the element.
    public func separator(_ separator: Bool = true) -> Self { replacing(\.common.separator, with: separator) }

    /// Hides the element until an action shows it.
    public func hidden() -> Self { visible(false) }

    /// Shows or hides the element at first.
    public func visible(_ isVisible: Bool) -> Self { replacing(\.common.isVisible, with: isVisible) }

    /// Aligns the element, and what it contains unless that says otherwise.
    public func horizontalAlignment(_ alignment: HorizontalAlignment) -> Self {
        replacing(\.common.horizontalAlignment, with: alignment)
    }

    /// Makes the element as high as its content or as its container allows.
    public func height(_ height: ElementHeight) -> Self { replacing(\.common.height, with: height) }

    /// Says what stands in for the element where it cannot be shown.
    public func fallback(_ fallback: ElementFallback) -> Self { replacing(\.common.fallback, with: fallback) }

    func replacing<Value>(_ property: WritableKeyPath<Self, Value>, with value: Value) -> Self {
        var copy = self
        copy[keyPath: property] = value
        return copy
    }
}
