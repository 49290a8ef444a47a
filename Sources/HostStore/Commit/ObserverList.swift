import Synchronization

/// Who listens to the change feed, in the order they came.
final class ObserverList: Sendable {
    private struct State {
        var nextID = 0
        var observers: [(id: Int, tell: @Sendable (Commit) -> Void)] = []
    }

    private let state = Mutex(State())

    func add(_ observer: @escaping @Sendable (Commit) -> Void) -> ObservationToken {
        let id = state.withLock { state in
            state.nextID += 1
            state.observers.append((state.nextID, observer))
            return state.nextID
        }
        return ObservationToken { [weak self] in self?.remove(id) }
    }

    /// Calls every observer in turn, outside the lock, so that one may end its own observation.
    func tell(_ commit: Commit) {
        for observer in state.withLock({ $0.observers }) { observer.tell(commit) }
    }

    private func remove(_ id: Int) {
        // Let go outside the lock: an observer may hold another observation, which then ends as well.
        let removed = state.withLock { state in
            state.observers.firstIndex { $0.id == id }.map { state.observers.remove(at: $0) }
        }
        withExtendedLifetime(removed) {}
    }
}
