import AsyncPrimitives
import Foundation
package import HostClock
package import HostStorage
import JSON
package import Logging
import Synchronization
package import TodayProtocol

/// The Today screen: which widgets show, when they update, and what every surface sees of it.
///
/// ``run()`` owns every task; nothing else starts one. Reading the screen never waits for a process.
package final class Screen: Sendable {
    /// Names this run; pages of another one are given everything.
    package let epoch: String

    let store: HostStore
    let processes: any WidgetProcesses
    let clock: any WallClock
    private let language: String
    let logger: Logger
    let contents: Mutex<ScreenContents>
    let watchers = ScreenSubscriberList()
    let taps: TapTracker
    let work = CoalescingQueue<WidgetID>()
    let reschedule = Signal()
    let settled = AsyncCondition()
    let onDayChange: @Sendable (RequestContext) -> Void
    let onForegroundChange: @Sendable (AppID, Bool) -> Void

    /// Makes a screen that shows nothing yet.
    ///
    /// - Parameters:
    ///   - store: Where layout, taps, snapshots and the ledger are kept.
    ///   - taps: The taps of all surfaces.
    ///   - processes: The widgets' processes.
    ///   - clock: The clock on the wall.
    ///   - epoch: Names this run: 1 to 32 letters and digits.
    ///   - language: The language in which a widget is updated that nobody looks at.
    ///   - logger: Receives what goes wrong with the store.
    ///   - onDayChange: Is told of a new day, a set clock and a new zone.
    ///   - onForegroundChange: Is told when an app's first page opens and when its last one closes.
    package init(
        store: HostStore,
        taps: TapTracker,
        processes: any WidgetProcesses,
        clock: any WallClock,
        epoch: String,
        language: String,
        logger: Logger,
        onDayChange: @escaping @Sendable (RequestContext) -> Void,
        onForegroundChange: @escaping @Sendable (AppID, Bool) -> Void
    ) {
        self.store = store
        self.taps = taps
        self.processes = processes
        self.clock = clock
        self.epoch = epoch
        self.language = language
        self.logger = logger
        self.onDayChange = onDayChange
        self.onForegroundChange = onForegroundChange
        contents = Mutex(ScreenContents(revision: store.durable.nextRevision()))
    }

    /// What a process cannot know, for a language.
    package func context(language: String) -> RequestContext {
        RequestContext(clock, language: language)
    }

    // MARK: - What is installed

    /// Takes the installed widgets and apps with their places, and updates what came anew.
    package func setLayout(
        installed: [InstalledWidget],
        apps: [(id: AppID, title: LocalizedText, url: String?)],
        places: [ScreenWidget]
    ) {
        let places = places.map {
            ScreenContents.Place(widget: $0.widget, isShown: $0.isShown, hasContent: $0.hasContent)
        }
        let (added, filled) = contents.withLock { contents in
            contents.setLayout(
                installed: installed,
                apps: apps,
                places: places,
                revision: store.durable.nextRevision()
            )
        }
        watchers.note { $0.screen = true }
        mark(.added, added)
        mark(.hasContent, filled)
    }

    /// Shows sentences that the person must know.
    package func setWarnings(_ warnings: [String]) {
        contents.withLock { contents in
            contents.warnings = warnings
            contents.touchLayout(store.durable.nextRevision())
        }
        watchers.note { $0.screen = true }
    }

    /// Shows sentences that the person may want to know, in place of earlier ones.
    package func setNotices(_ notices: [String]) {
        let isChanged = contents.withLock { contents in
            guard contents.notices != notices else { return false }
            contents.notices = notices
            contents.touchLayout(store.durable.nextRevision())
            return true
        }
        if isChanged { watchers.note { $0.screen = true } }
    }

    /// Puts the snapshots of earlier runs on the screen.
    package func restoreSnapshots() async {
        do {
            for kept in try await store.caches.allSnapshots() {
                guard let content = try? kept.content.decode(WidgetContent.self) else { continue }
                let snapshot = WidgetSnapshot(content: content, stamp: kept.stamp, date: kept.made)
                contents.withLock { $0.restore(snapshot, of: kept.widget, language: kept.language) }
            }
        } catch {
            logger.error("The kept snapshots cannot be read", metadata: ["error": "\(error)"])
        }
    }

    // MARK: - What surfaces ask

    /// Everything that shows now; see ``ScreenState``.
    ///
    /// - Parameters:
    ///   - viewer: Who looks.
    ///   - opens: Whether a surface begins to show the screen, which updates what it sees.
    /// - Returns: The screen.
    package func state(for viewer: Viewer, opens: Bool) -> ScreenState {
        if opens { mark(.opened, contents.withLock(\.visible), only: viewer.language) }
        return contents.withLock { $0.state(epoch: epoch, language: viewer.language, now: clock.now) }
    }

    /// One widget as it shows now; `nil` if it is not installed.
    package func shown(_ widget: WidgetID, for viewer: Viewer) -> ShownWidget? {
        contents.withLock { $0.shown(widget, in: viewer.language, now: clock.now) }
    }

    /// Waits until nothing that shows in a language runs or waits, or the task is cancelled.
    package func waitUntilSettled(language: String) async {
        while !Task.isCancelled, !contents.withLock({ $0.isSettled(in: language) }) {
            await settled.wait { self.contents.withLock { $0.isSettled(in: language) } }
        }
    }

    /// The newest change of anything that shows.
    package var position: ScreenPosition {
        ScreenPosition(epoch: epoch, revision: contents.withLock(\.revision))
    }

    /// Does what a person tapped on a widget, once per tap id; returns when its effects are on disk.
    package func perform(_ tap: Tap, on widget: WidgetID, viewer: Viewer) async throws(StoreError) -> TapOutcome {
        try await taps.perform(tap, target: .widget(widget), viewer: viewer) { self.enqueue(tap.id, on: widget) }
    }

    /// Queues a tap that is on disk already: one of an earlier run that was not answered.
    package func enqueue(_ tap: TapID, on widget: WidgetID) {
        contents.withLock { $0.enqueue(tap, on: widget) }?.recall()
        work.add(widget)
    }

    /// Asks widgets for an update.
    package func reload(_ widgets: [WidgetID]) {
        mark(.reload, widgets)
        for widget in widgets where contents.withLock({ $0.slots[widget]?.isEmpty ?? true }) {
            mark(.reload, [widget], only: language)
        }
    }

    /// Waits until nothing of a widget runs or waits, or the task is cancelled.
    package func waitUntilSettled(_ widget: WidgetID) async {
        let isSettled = { @Sendable in self.contents.withLock { $0.machines[widget]?.isSettled ?? true } }
        while !Task.isCancelled, !isSettled() { await settled.wait(unless: isSettled) }
    }

    /// Why a widget's last update failed, in whichever language; none if it did not.
    package func problem(of widget: WidgetID) -> String? {
        contents.withLock { $0.slots[widget]?.values.max { $0.revision < $1.revision }?.problem }
    }

    /// The newest updates of a widget, newest first.
    package func ledger(of widget: WidgetID, limit: Int) async throws(StoreError) -> [LedgerEntry] {
        try await store.caches.ledger(of: widget, limit: limit).map(LedgerEntry.init)
    }

    // MARK: - What happens elsewhere

    /// Updates the widgets that share a group in which something changed.
    package func groupChanged(_ group: GroupID) {
        let widgets = contents.withLock { contents in
            contents.chosen.filter { contents.installed[$0]?.groups.contains(group) ?? false }
        }
        mark(.groupChanged, widgets)
    }

    /// Has every page of an app asked for again.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - url: The page's URL; every page if none.
    package func sceneChanged(of app: AppID, url: String? = nil) {
        contents.withLock { $0.sceneRevisions[app] = store.durable.nextRevision() }
        watchers.note(where: { $0.sceneApp == app && (url == nil || $0.scene == url) }) { $0.scene = true }
    }

    /// Whether a page of an app is in front: open and visible somewhere.
    package func isInForeground(_ app: AppID) -> Bool { watchers.all.contains { $0.sceneApp == app } }

    /// Opens an address on every page that shows an app.
    package func open(_ url: String, onPagesOf app: AppID) {
        watchers.note(where: { $0.sceneApp == app }) { pending in
            pending.opens.append(url)
            if pending.opens.count > ScreenSubscriber.openLimit { pending.opens.removeFirst() }
        }
    }

    /// Notes that widgets' content is no longer what it should be, and has them updated.
    func mark(_ reason: UpdateReason, _ widgets: [WidgetID], only language: String? = nil) {
        guard !widgets.isEmpty else { return }
        let overtaken = contents.withLock { contents in
            contents.mark(reason, widgets, watched: watchers.languages, only: language)
        }
        for recall in overtaken { recall.recall() }
        for widget in widgets { work.add(widget) }
    }
}
