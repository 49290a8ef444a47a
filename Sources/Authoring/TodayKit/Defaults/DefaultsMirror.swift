package import TodayProtocol

/// A copy of one group's shared defaults in this process, as a value without I/O; pages may arrive in any order,
/// changes arrive in theirs, and older revisions never replace newer data of a key.
package struct DefaultsMirror: Sendable {
    private struct Entry: Sendable {
        /// The value, or `nil` if the key is known to have been removed.
        var value: PropertyValue?
        var revision: Revision
    }

    private var entries: [String: Entry] = [:]
    /// The revision of the oldest page: keys that no page contained had no value at that revision.
    private var oldestPage: Revision?
    /// The revision of the newest change.
    private var newestChange = Revision(0)
    private var isLoaded = false

    package init() {}

    package subscript(key: String) -> PropertyValue? { entries[key]?.value }

    package mutating func load(_ page: DefaultsAllRequest.Reply) {
        oldestPage = min(oldestPage ?? page.revision, page.revision)
        for (key, value) in page.values {
            if let known = entries[key], known.revision > page.revision { continue }
            entries[key] = Entry(value: value, revision: page.revision)
        }
    }

    package mutating func finishLoading() {
        isLoaded = true
        entries = entries.filter { $0.value.value != nil }
    }

    /// Applies a change, and returns the keys whose value changed.
    package mutating func apply(_ change: DefaultsChangedNotification) -> Set<String> {
        // A change with the same revision is another part of one that did not fit into one message.
        guard change.revision >= newestChange else { return [] }
        newestChange = change.revision
        var changed: Set<String> = []
        for (key, value) in change.values where set(value, key, change.revision) { changed.insert(key) }
        for key in change.removed where set(nil, key, change.revision) { changed.insert(key) }
        return changed
    }

    private mutating func set(_ value: PropertyValue?, _ key: String, _ revision: Revision) -> Bool {
        let known = entries[key]
        if let known, known.revision > revision { return false }
        if known == nil, isLoaded, let oldestPage, oldestPage > revision { return false }
        if value == nil, isLoaded {
            entries[key] = nil
        } else {
            entries[key] = Entry(value: value, revision: revision)
        }
        return known?.value != value
    }
}
