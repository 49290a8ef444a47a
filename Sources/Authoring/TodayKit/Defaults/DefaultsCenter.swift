import Synchronization
import TodayProtocol

/// Keeps the mirrors of a process's groups and sends their changes to the open streams.
final class DefaultsCenter: Sendable {
    private struct State {
        var mirrors: [GroupID: DefaultsMirror] = [:]
        var failures: [GroupID: String] = [:]
        var reportedNames: Set<String> = []
    }

    /// The result of reading a key.
    enum Reading {
        case value(PropertyValue?)
        /// The process does not have the group.
        case notEntitled
        /// The group could not be read, with the reason.
        case failed(String)
    }

    /// The keys of a group whose values changed.
    let changes = Broadcaster<(group: GroupID, keys: Set<String>)>()
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
            changes.send((change.group, changed))
        }
    }

    func read(_ key: String, in group: GroupID) -> Reading {
        state.withLock { state in
            if let failure = state.failures[group] { return .failed(failure) }
            guard let mirror = state.mirrors[group] else { return .notEntitled }
            return .value(mirror[key])
        }
    }

    func isFirstReport(_ name: String) -> Bool { state.withLock { $0.reportedNames.insert(name).inserted } }
}
