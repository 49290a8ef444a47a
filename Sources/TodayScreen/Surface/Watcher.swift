import HostClock
import Synchronization
import TodayProtocol
import Waiting

/// One page that follows the screen: what it must still be told, merged to the latest state of each thing.
final class Watcher: Sendable {
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
