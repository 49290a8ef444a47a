import Synchronization
import TodayProtocol

/// The pages that follow the screen.
///
/// It does not keep them: a page that is let go is gone.
final class WatcherList: Sendable {
    private struct Entry {
        weak var watcher: Watcher?
    }

    private let entries = Mutex<[Int: Entry]>([:])
    private let lastID = Atomic(0)

    /// Takes a number for a new page.
    func nextID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

    /// Adds a page under its number.
    func add(_ watcher: Watcher, id: Int) { entries.withLock { $0[id] = Entry(watcher: watcher) } }

    /// Removes a page.
    func remove(_ id: Int) { entries.withLock { $0[id] = nil } }

    /// The pages there are.
    var all: [Watcher] { entries.withLock { $0.values.compactMap(\.watcher) } }

    /// The languages in which somebody looks.
    var languages: Set<String> { Set(all.map(\.viewer.language)) }

    /// Adds something to tell to every page that fits.
    func note(where isMeant: (Watcher) -> Bool = { _ in true }, _ change: (inout Watcher.Pending) -> Void) {
        for watcher in all where isMeant(watcher) { watcher.note(change) }
    }
}
