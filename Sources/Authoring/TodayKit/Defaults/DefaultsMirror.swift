package import TodayProtocol

/// What a process knows of one group's shared defaults: a pure value, fed with pages and changes.
///
/// Pages and changes may arrive in any order among each other, since both were made at a revision: an older one never
/// replaces what a newer one said of a key. Changes among themselves come in order.
package struct DefaultsMirror: Sendable {
    private struct Entry: Sendable {
        /// None for a key of which is known that it was removed.
        var value: PropertyValue?
        var revision: Revision
    }

    private var entries: [String: Entry] = [:]
    /// The oldest of the pages: what is known of keys that are not there.
    private var oldestPage: Revision?
    /// The newest change.
    private var newestChange = Revision(0)
    private var isLoaded = false

    /// Knows nothing yet.
    package init() {}

    /// The value of a key.
    package subscript(key: String) -> PropertyValue? { entries[key]?.value }

    /// Takes one page.
    package mutating func load(_ page: DefaultsAllRequest.Reply) {
        oldestPage = min(oldestPage ?? page.revision, page.revision)
        for (key, value) in page.values {
            if let known = entries[key], known.revision > page.revision { continue }
            entries[key] = Entry(value: value, revision: page.revision)
        }
    }

    /// Knows that the last page has come.
    package mutating func finishLoading() {
        isLoaded = true
        entries = entries.filter { $0.value.value != nil }
    }

    /// Takes changes.
    ///
    /// - Returns: The keys that have another value now.
    package mutating func apply(_ change: DefaultsChangedNotification) -> Set<String> {
        // One with the same revision is the next part of a change that did not fit in one message.
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
