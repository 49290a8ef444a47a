/// Builds the list of a card's parts from a closure that may contain `if`, `switch` and `for`.
@resultBuilder
public struct CardBuilder<Item> {
    /// Accepts one part.
    public static func buildExpression(_ item: Item) -> [Item] { [item] }

    /// Accepts an optional part.
    public static func buildExpression(_ item: Item?) -> [Item] { item.map { [$0] } ?? [] }

    /// Accepts a list of parts.
    public static func buildExpression(_ items: [Item]) -> [Item] { items }

    /// Joins the statements of a block.
    public static func buildBlock(_ parts: [Item]...) -> [Item] { parts.flatMap(\.self) }

    /// Accepts the result of an `if` without `else`.
    public static func buildOptional(_ part: [Item]?) -> [Item] { part ?? [] }

    /// Accepts the result of the first branch.
    public static func buildEither(first part: [Item]) -> [Item] { part }

    /// Accepts the result of the other branch.
    public static func buildEither(second part: [Item]) -> [Item] { part }

    /// Joins the results of a loop.
    public static func buildArray(_ parts: [[Item]]) -> [Item] { parts.flatMap(\.self) }

    /// Accepts the result of an availability check.
    public static func buildLimitedAvailability(_ part: [Item]) -> [Item] { part }
}

extension CardBuilder where Item == CardElement {
    /// Accepts one element.
    public static func buildExpression(_ component: some CardComponent) -> [CardElement] { [component.element] }

    /// Accepts an optional element.
    public static func buildExpression(_ component: (some CardComponent)?) -> [CardElement] {
        component.map { [$0.element] } ?? []
    }

    /// Accepts a list of elements of one type.
    public static func buildExpression(_ components: [some CardComponent]) -> [CardElement] {
        components.map(\.element)
    }
}

/// A part of a card that has the properties of every element; only the types of this module should conform.
public protocol CardComponent {
    /// The properties that every element has.
    var common: ElementProperties { get set }
    /// This part as an element.
    var element: CardElement { get }
}

extension CardComponent {
    /// Sets the element's id, by which actions show or hide it.
    public func id(_ id: String) -> Self { replacing(\.common.id, with: id) }

    /// Sets the space before the element.
    public func spacing(_ spacing: Spacing) -> Self { replacing(\.common.spacing, with: spacing) }

    /// Draws a line before the element.
    public func separator(_ separator: Bool = true) -> Self { replacing(\.common.separator, with: separator) }

    /// Hides the element until an action shows it.
    public func hidden() -> Self { visible(false) }

    /// Sets whether the element is visible at first.
    public func visible(_ isVisible: Bool) -> Self { replacing(\.common.isVisible, with: isVisible) }

    /// Aligns the element and its content, unless the content has an alignment of its own.
    public func horizontalAlignment(_ alignment: HorizontalAlignment) -> Self {
        replacing(\.common.horizontalAlignment, with: alignment)
    }

    /// Sets the height of the element: that of its content, or all that its container allows.
    public func height(_ height: ElementHeight) -> Self { replacing(\.common.height, with: height) }

    /// Sets the replacement for an element that cannot be shown.
    public func fallback(_ fallback: ElementFallback) -> Self { replacing(\.common.fallback, with: fallback) }

    func replacing<Value>(_ property: WritableKeyPath<Self, Value>, with value: Value) -> Self {
        var copy = self
        copy[keyPath: property] = value
        return copy
    }
}
