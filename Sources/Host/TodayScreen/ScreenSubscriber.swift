import AsyncPrimitives
import HostClock
import Synchronization
import TodayProtocol

/// One page that follows the screen: what it must still be told, merged to the latest state of each thing.
final class ScreenSubscriber: Sendable {
    /// What a page must still be told.
    struct Pending {
        /// Everything, since what there is to show changed.
        var screen = false
        /// These widgets.
        var widgets: Set<WidgetID> = []
        /// The app's page is to be asked for again.
        var scene = false
        /// Addresses to open, oldest first.
        var opens: [String] = []
        /// Where the page is.
        var position: ScreenPosition?
        /// Nothing more comes.
        var isClosed = false
    }

    /// How many addresses wait at most; older ones are dropped.
    static let openLimit = 4

    let viewer: Viewer
    /// The app of the page's URL, if it shows one.
    let sceneApp: AppID?
    /// The URL of the app's page, if it shows one.
    let scene: String?
    private let pending: Mutex<Pending>
    private let signal = Signal()
    private let onEnd: @Sendable () -> Void

    init(
        viewer: Viewer,
        scene: String?,
        sceneApp: AppID?,
        pending: Pending,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.viewer = viewer
        self.scene = scene
        self.sceneApp = sceneApp
        self.pending = Mutex(pending)
        self.onEnd = onEnd
    }

    deinit { onEnd() }

    /// Adds something to tell.
    func note(_ change: (inout Pending) -> Void) {
        pending.withLock { change(&$0) }
        signal.raise()
    }

    /// Waits until there is something to tell.
    ///
    /// - Parameter take: Takes one thing out; called again after each signal until it returns one.
    /// - Returns: What was taken, or `nil` at the end.
    func next(_ take: (inout Pending) -> ScreenEvent?) async -> ScreenEvent? {
        while !Task.isCancelled {
            let (event, isClosed) = pending.withLock { pending in (take(&pending), pending.isClosed) }
            if let event { return event }
            if isClosed { return nil }
            await signal.wait()
        }
        return nil
    }
}

/// The pages that follow the screen.
///
/// It does not keep them: a page that is let go is gone.
final class ScreenSubscriberList: Sendable {
    private struct Entry {
        weak var watcher: ScreenSubscriber?
    }

    private let entries = Mutex<[Int: Entry]>([:])
    private let lastID = Atomic(0)

    /// Takes a number for a new page.
    func nextID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

    /// Adds a page under its number.
    func add(_ watcher: ScreenSubscriber, id: Int) { entries.withLock { $0[id] = Entry(watcher: watcher) } }

    /// Removes a page.
    func remove(_ id: Int) { entries.withLock { $0[id] = nil } }

    /// The pages there are.
    var all: [ScreenSubscriber] { entries.withLock { $0.values.compactMap(\.watcher) } }

    /// The languages in which somebody looks.
    var languages: Set<String> { Set(all.map(\.viewer.language)) }

    /// Adds something to tell to every page that fits.
    func note(
        where isMeant: (ScreenSubscriber) -> Bool = { _ in true },
        _ change: (inout ScreenSubscriber.Pending) -> Void
    ) {
        for watcher in all where isMeant(watcher) { watcher.note(change) }
    }
}
