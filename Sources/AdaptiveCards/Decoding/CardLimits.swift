/// How large a card may be.
///
/// What exceeds a limit is refused as a whole, never cut.
public struct CardLimits: Hashable, Sendable {
    /// How deep elements may nest, fallbacks included; the body's elements are at depth 1.
    public var depth: Int
    /// How many elements, columns, facts, choices and targets of actions a card may have in all, fallbacks included.
    public var elements: Int
    /// How many actions a card may have in all, fallbacks included.
    public var actions: Int
    /// How many bytes of text (UTF-8) and of action data a card may have in all.
    public var bytes: Int

    /// The limits that hold unless others are named: depth 32, 1,000 elements, 200 actions, 256 KiB.
    public static let standard = CardLimits()

    /// Makes limits.
    public init(depth: Int = 32, elements: Int = 1_000, actions: Int = 200, bytes: Int = 256 * 1_024) {
        self.depth = depth
        self.elements = elements
        self.actions = actions
        self.bytes = bytes
    }
}
