/// How much of its limits a group uses.
package struct DefaultsUsage: Hashable, Sendable {
    /// How many keys it has.
    package let keys: Int
    /// How many bytes keys and values have together.
    package let bytes: Int
}
