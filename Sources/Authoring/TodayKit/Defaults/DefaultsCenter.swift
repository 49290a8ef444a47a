import Synchronization
import TodayProtocol

/// Keeps the mirrors of a process's groups and sends their changes to the open streams.
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

    /// The result of reading a key.
    enum Reading {
        case value(PropertyValue?)
        /// The process does not have the group.
        case notEntitled
        /// The group could not be read, with the reason.
        case failed(String)
    }

    private let state = Mutex(State())

    /// Creates empty mirrors of the process's groups.
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
            // Sent under the lock, so that every stream receives the changes in order.
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

    /// Returns `true` only on the first call with a name, so that each problem is logged once.
    func isFirstReport(_ name: String) -> Bool { state.withLock { $0.reportedNames.insert(name).inserted } }

    /// Watches a group until the watcher is removed or the process ends.
    ///
    /// - Returns: The watcher's number, or `nil` if the process has ended; the watcher's stream is finished then.
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
