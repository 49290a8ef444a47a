import AsyncPrimitives
import HostClock
package import HostStorage
import Synchronization
package import TodayProtocol

/// Every surface that follows the notifications.
///
/// It does not keep them: a surface that is let go is gone.
package final class NotificationSubscribers: Sendable {
    private struct Entry {
        weak var follower: NotificationSubscriber?
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var lastID = 0
        var isEnded = false
        /// The last change that surfaces were to be told of.
        var last: Revision
    }

    /// The followers, which the store's observer also holds.
    private final class List: Sendable {
        let state: Mutex<State>

        init(startingAt revision: Revision) { state = Mutex(State(last: revision)) }

        func note(_ commit: Commit) {
            // Any follower's notes would say whether the commit concerns surfaces; these are nobody's.
            var probe = UndeliveredChanges(everythingAt: nil)
            guard probe.note(commit) else { return }
            for follower in advance(to: commit.revision) { follower.note { $0.note(commit) } }
        }

        func noteAll(_ revision: Revision) {
            for follower in advance(to: revision) {
                follower.note { changes in
                    changes.noteAll(revision)
                    return true
                }
            }
        }

        private func advance(to revision: Revision) -> [NotificationSubscriber] {
            state.withLock { state in
                state.last = max(state.last, revision)
                return state.entries.values.compactMap(\.follower)
            }
        }

        func remove(_ id: Int) { state.withLock { $0.entries[id] = nil } }
    }

    private let epoch: String
    private let reader: NotificationReader
    private let store: DurableStore
    private let list: List
    private let observation: ObservationToken

    /// Makes a list of followers that nobody is on.
    ///
    /// - Parameters:
    ///   - store: Tells what changes.
    ///   - reader: Reads what surfaces show.
    ///   - epoch: Names this run of the host.
    package init(store: DurableStore, reader: NotificationReader, epoch: String) {
        self.epoch = epoch
        self.reader = reader
        self.store = store
        let list = List(startingAt: store.revision)
        self.list = list
        observation = store.observe { list.note($0) }
    }

    /// Keeps events going until the task is cancelled; then every stream ends.
    package func run() async {
        let end = Signal()
        await end.wait()
        let followers = list.state.withLock { state in
            state.isEnded = true
            return state.entries.values.compactMap(\.follower)
        }
        for follower in followers { follower.close() }
    }

    /// Tells every surface everything again: names or texts of apps changed.
    package func noteTexts() { list.noteAll(store.revision) }

    /// What a surface must show that it does not show yet, now and from now on.
    ///
    /// Events that wait are merged; beyond ``UndeliveredChanges/limit`` notifications they become one event with
    /// everything.
    ///
    /// - Parameters:
    ///   - language: The surface's language.
    ///   - position: What it shows: this host's run and a revision; none or another run's gets everything.
    /// - Returns: The events; the stream ends with ``run()`` and with the reading task.
    package func events(
        in language: String,
        after position: (epoch: String, revision: Revision)?
    ) -> AsyncStream<NotificationEvent> {
        let (follower, isEnded) = list.state.withLock { state in
            state.lastID += 1
            let id = state.lastID
            let isCurrent = position.map { $0.epoch == epoch && $0.revision >= state.last } ?? false
            let follower = NotificationSubscriber(
                language: language,
                reader: reader,
                changes: UndeliveredChanges(everythingAt: isCurrent ? nil : Revision(0)),
                told: position?.revision ?? Revision(0)
            ) { [weak list] in list?.remove(id) }
            state.entries[id] = Entry(follower: follower)
            return (follower, state.isEnded)
        }
        if isEnded { follower.close() }
        return AsyncStream { await follower.next() }
    }
}
