/// How the tags of channels or named users are to change, group by group.
package struct TagChange: Hashable, Sendable {
    /// The tags to add.
    package var add: [String: [String]]
    /// The tags to take away.
    package var remove: [String: [String]]
    /// The only tags that a group then has.
    package var set: [String: [String]]

    /// Describes a change.
    package init(
        add: [String: [String]] = [:],
        remove: [String: [String]] = [:],
        set: [String: [String]] = [:]
    ) {
        self.add = add
        self.remove = remove
        self.set = set
    }
}
