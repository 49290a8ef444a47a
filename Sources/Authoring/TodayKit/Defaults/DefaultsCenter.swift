import Synchronization
import TodayProtocol

/// The mirrors of a process's groups, and those who watch them.
final class DefaultsCenter: Sendable {
    private struct Watcher: Sendable {
        var group: GroupID
        var changed: @Sendable (Set<String>) -> Void
        var ended: @Sendable () -> Void
    }

    private struct State {
        var mirrors: [GroupID: DefaultsMirror] = [:]
        var failures: [GroupID: String] = [:]
        var reportedNames: Set<String> = []
        var watchers: [Int: Watcher] = [:]
        var lastWatcher = 0
        var isOver = false
    }

    /// What reading a key finds.
    enum Reading {
        case value(PropertyValue?)
        /// The process has no such group.
        case notEntitled
        /// The group could not be read; a sentence says why.
        case failed(String)
    }

    private let state = Mutex(State())

    /// Begins to mirror the groups of a process.
    func begin(_ groups: [GroupID]) {
        state.withLock { state in
            for group in groups { state.mirrors[group] = DefaultsMirror() }
        }
    }

    func load(_ page: DefaultsAllRequest.Reply, of group: GroupID) {
        state.withLock { $0.mirrors[group]?.load(page) }
    }

    func finishLoading(_ group: GroupID) { state.withLock { $0.mirrors[group]?.finishLoading() } }

    func fail(_ group: GroupID, _ sentence: String) { state.withLock { $0.failures[group] = sentence } }

    func apply(_ change: DefaultsChangedNotification) {
        state.withLock { state in
            guard var mirror = state.mirrors.removeValue(forKey: change.group) else { return }
            let changed = mirror.apply(change)
            state.mirrors[change.group] = mirror
            guard !changed.isEmpty else { return }
            // Told under the lock, so that every watcher learns the changes in their order.
            for watcher in state.watchers.values where watcher.group == change.group {
                watcher.changed(changed)
            }
        }
    }

    func read(_ key: String, in group: GroupID) -> Reading {
        state.withLock { state in
            if let failure = state.failures[group] { return .failed(failure) }
            guard let mirror = state.mirrors[group] else { return .notEntitled }
            return .value(mirror[key])
        }
    }

    /// Whether this complaint is the first of its name; each is worth one line in the log.
    func isFirstReport(_ name: String) -> Bool { state.withLock { $0.reportedNames.insert(name).inserted } }

    /// Watches a group until `remove` or the end of the process.
    ///
    /// - Returns: The watcher's number; none if the process has ended, of which the watcher was told.
    func watch(
        _ group: GroupID,
        changed: @escaping @Sendable (Set<String>) -> Void,
        ended: @escaping @Sendable () -> Void
    ) -> Int? {
        let number: Int? = state.withLock { state in
            guard !state.isOver else { return nil }
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = Watcher(group: group, changed: changed, ended: ended)
            return state.lastWatcher
        }
        if number == nil { ended() }
        return number
    }

    func unwatch(_ number: Int) { state.withLock { $0.watchers[number] = nil } }

    /// Ends every watcher's stream.
    func end() {
        let watchers = state.withLock { state in
            state.isOver = true
            let watchers = state.watchers
            state.watchers = [:]
            return watchers
        }
        for watcher in watchers.values { watcher.ended() }
    }
}
