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
