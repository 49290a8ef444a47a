import AsyncPrimitives
package import Foundation
package import HostClock
package import HostModel
package import HostStorage
import JSON
package import Logging
import Synchronization
package import TodayProtocol

/// The Today screen: the widgets that it shows, their updates, and the state that each surface sees; reading it never
/// waits for a process.
package final class Screen: Sendable {
    /// Identifies this run of the host; a page that shows the screen of another run is sent everything.
    package let epoch: String

    let store: HostStore
    let clock: any WallClock
    private let language: String
    let logger: Logger
    let contents: Mutex<ScreenContents>
    let subscriptions = ScreenSubscriptions()
    let taps: TapTracker
    /// Widgets that may have a step to run.
    let work = KeyedSerialQueue<WidgetID>()
    /// Raised when the next due time may have changed.
    let reschedule = Signal()
    /// Notified when a widget has no step to run.
    let settled = AsyncCondition()
    let onDayChange: @Sendable (RequestContext) -> Void
    let onForegroundChange: @Sendable (AppID, Bool) -> Void
    let power: PowerSupplies

    /// Creates a screen without widgets.
    ///
    /// At most `unseenUpdateLimit` updates of a widget run in a day while no page shows the screen. `epoch`, which
    /// identifies this run, is 1 to 32 letters and digits, and `language` that of widgets which nobody has seen yet.
    /// `standardError` returns the last lines of a widget's process, since a time if one is given; it is called with a
    /// lock held. `onDayChange` is also called for a changed clock or time zone, and `onForegroundChange` with `true`
    /// when an app's first page opens and with `false` when its last one closes.
    package init(
        store: HostStore,
        taps: TapTracker,
        clock: any WallClock,
        epoch: String,
        language: String,
        unseenUpdateLimit: Int = UnseenUpdateBudget.defaultLimit,
        power: PowerSupplies = PowerSupplies(),
        warnings: [LocalizableText] = [],
        standardError: @escaping @Sendable (WidgetID, Date?) -> [String] = { _, _ in [] },
        logger: Logger,
        onDayChange: @escaping @Sendable (RequestContext) -> Void,
        onForegroundChange: @escaping @Sendable (AppID, Bool) -> Void
    ) {
        self.store = store
        self.taps = taps
        self.clock = clock
        self.epoch = epoch
        self.language = language
        self.logger = logger
        self.onDayChange = onDayChange
        self.onForegroundChange = onForegroundChange
        self.power = power
        let unseen = UnseenUpdates(limit: unseenUpdateLimit, language: language, zone: clock.zone)
        contents = Mutex(
            ScreenContents(
                revision: store.durable.nextRevision(),
                unseen: unseen,
                warnings: warnings,
                standardError: standardError
            )
        )
    }

    package func context(language: String) -> RequestContext {
        RequestContext(clock, language: language)
    }

    // MARK: - What is installed

    /// Sets the installed widgets and apps and the places of the widgets, and updates widgets that are new on the
    /// screen.
    package func setLayout(installed: [InstalledWidget], apps: [ListedApp], places: [ScreenWidget]) {
        let (added, filled, configured) = contents.withLock { contents in
            contents.setLayout(installed: installed, apps: apps, places: places, revision: store.durable.nextRevision())
        }
        subscriptions.add { $0.screen = true }
        requestUpdates(.added, added)
        for widget in filled { hasNewContent(widget) }
        requestUpdates(.reload, configured, isUrgent: true)
    }

    /// Sets the notices that the screen shows to the person.
    package func setNotices(_ notices: [LocalizableText]) {
        let isChanged = contents.withLock { contents in
            guard contents.notices != notices else { return false }
            contents.notices = notices
            contents.touchLayout(store.durable.nextRevision())
            return true
        }
        if isChanged { subscriptions.add { $0.screen = true } }
    }

    /// Makes surfaces draw the screen again because something other than a widget has changed.
    package func redraw() {
        contents.withLock { $0.touchLayout(store.durable.nextRevision()) }
        subscriptions.add { $0.screen = true }
    }

    /// Reads the snapshots of earlier runs from the store, so that the screen shows them at once.
    package func restoreSnapshots() async {
        do {
            for stored in try await store.caches.allSnapshots() {
                guard let content = try? stored.content.decode(WidgetContent.self) else { continue }
                let snapshot = WidgetSnapshot(content: content, stamp: stored.stamp, date: stored.made)
                contents.withLock { $0.restore(snapshot, of: stored.widget, language: stored.language) }
            }
            try await restoreUnseenUpdates()
        } catch {
            logger.error("The kept snapshots cannot be read", metadata: ["error": "\(error)"])
        }
    }

    // MARK: - What surfaces call

    /// Returns the screen's current state; if a surface begins to show the screen, its widgets are then updated.
    package func state(for viewer: Viewer, opens: Bool) -> ScreenState {
        if opens {
            recordOpening(by: viewer)
            requestUpdates(.opened, contents.withLock(\.visible), only: viewer.language)
        }
        let isPowerLow = opens ? nil : unwatchedPowerIsLow
        return contents.withLock {
            $0.state(epoch: epoch, language: viewer.language, unwatchedPowerIsLow: isPowerLow, now: clock.now)
        }
    }

    /// Returns a widget as the screen shows it now; `nil` if it is not installed.
    package func shown(_ widget: WidgetID, for viewer: Viewer) -> ShownWidget? {
        let isPowerLow = unwatchedPowerIsLow
        return contents.withLock {
            $0.shown(widget, in: viewer.language, unwatchedPowerIsLow: isPowerLow, now: clock.now)
        }
    }

    /// `true` if the battery is low; `nil` while a page shows the screen, because the battery does not matter then.
    private var unwatchedPowerIsLow: Bool? { isWatched ? nil : power.isLow }

    /// Returns the size of a widget in the grid of a wide screen.
    package func family(of widget: WidgetID) -> WidgetFamily { contents.withLock { $0.family(of: widget) } }

    /// Waits until no visible widget has an update running or queued in a language, or the task is cancelled.
    package func waitUntilSettled(language: String) async {
        while !Task.isCancelled, !contents.withLock({ $0.isSettled(in: language) }) {
            await settled.wait { self.contents.withLock { $0.isSettled(in: language) } }
        }
    }

    /// The run of the host and the revision of the screen's newest change.
    package var position: ScreenPosition {
        ScreenPosition(epoch: epoch, revision: contents.withLock(\.revision))
    }

    /// Performs a tap on a widget, once per tap id, and returns when its effects are on disk.
    package func perform(_ tap: Tap, on widget: WidgetID, viewer: Viewer) async throws(StoreError) -> TapOutcome {
        try await taps.perform(tap, target: .widget(widget), viewer: viewer) { self.enqueue(tap.id, on: widget) }
    }

    /// Queues a tap that is already on disk, such as an unfinished one of an earlier run.
    package func enqueue(_ tap: TapID, on widget: WidgetID) {
        contents.withLock { $0.enqueue(tap, on: widget) }?.cancel()
        work.add(widget)
    }

    /// Updates widgets, including those that no page shows; `widget` is the one whose process asked, if one did.
    ///
    /// Urgent updates, because a person asked or of an installation or a change of rights, run at once and outside the
    /// budget, and also in the language of the person. Requests of processes are not urgent.
    package func reload(_ widgets: [WidgetID], isUrgent: Bool, in language: String? = nil, by widget: WidgetID? = nil) {
        let isUrgent = isUrgent || isWatched
        requestUpdates([UpdateRequest(.reload, widgets, isUrgent: isUrgent)], also: language, by: widget)
        if isUrgent, language == nil { fill(widgets) }
    }

    /// Updates those of the widgets that have no content in any language because no page has ever shown them.
    private func fill(_ widgets: [WidgetID]) {
        for widget in widgets where contents.withLock({ $0.contentStates[widget]?.isEmpty ?? true }) {
            requestUpdates(.reload, [widget], only: language, isUrgent: true)
        }
    }

    /// Updates a widget whose app announced new content, within the budget, or when it is shown again; `writer` is the
    /// widget whose process announced it, if one did.
    package func hasNewContent(_ widget: WidgetID, by writer: WidgetID? = nil) {
        let isVisible = contents.withLock { $0.visible.contains(widget) }
        guard isVisible else { return }
        requestUpdates([UpdateRequest(.hasContent, [widget], isUrgent: isWatched)], by: writer)
    }

    /// `true` if a page shows the screen.
    private var isWatched: Bool { !subscriptions.languages.isEmpty }

    /// Waits until a widget has nothing running or queued, or the task is cancelled.
    package func waitUntilSettled(_ widget: WidgetID) async {
        while !Task.isCancelled, !isSettled(widget) { await settled.wait { self.isSettled(widget) } }
    }

    package func isSettled(_ widget: WidgetID) -> Bool {
        contents.withLock { $0.stateMachines[widget]?.isSettled ?? true }
    }

    package func ledger(of widget: WidgetID, limit: Int) async throws(StoreError) -> [LedgerEntry] {
        try await store.caches.ledger(of: widget, limit: limit)
    }

    // MARK: - Changes elsewhere in the host

    /// Updates each widget that a commit concerns once, however many changes concern it.
    ///
    /// The `queues` are the groups of each app whose action queue changed, which concern only the app's own widgets,
    /// and `apps` those that found new data after a push. The running update of the `writer`, the widget whose process
    /// made the changes, is not repeated for them.
    package func groupsChanged(
        _ groups: Set<GroupID>,
        queues: [AppID: Set<GroupID>] = [:],
        newDataOf apps: Set<AppID> = [],
        reloads: [WidgetReload] = [],
        by writer: WidgetID? = nil
    ) {
        guard !groups.isEmpty || !queues.isEmpty || !apps.isEmpty || !reloads.isEmpty else { return }
        let (sharing, pushed) = contents.withLock { contents in
            let chosen = contents.chosen.compactMap { contents.installed[$0] }
            return (
                chosen.filter { widget in
                    let changed = groups.union(queues[widget.app] ?? [])
                    return !changed.isDisjoint(with: widget.groups)
                }.map(\.id),
                chosen.filter { apps.contains($0.app) }.map(\.id)
            )
        }
        let isWatched = isWatched
        requestUpdates(
            [
                UpdateRequest(.groupChanged, sharing),
                UpdateRequest(.push, pushed),
                UpdateRequest(.reload, reloads.filter(\.isUrgent).map(\.widget), isUrgent: true),
                UpdateRequest(.reload, reloads.filter { !$0.isUrgent }.map(\.widget), isUrgent: isWatched),
            ],
            by: writer
        )
        fill(reloads.filter { $0.isUrgent || isWatched }.map(\.widget))
    }

    package func locationChanged() {
        let widgets = contents.withLock { contents in
            contents.chosen.filter { contents.installed[$0]?.usesLocation ?? false }
        }
        requestUpdates(.locationChanged, widgets)
    }

    /// Makes surfaces request an app's open pages again: all, or those with a URL.
    package func sceneChanged(of app: AppID, url: String? = nil) {
        contents.withLock { $0.sceneRevisions[app] = store.durable.nextRevision() }
        subscriptions.add(where: { $0.scene?.app == app && (url == nil || $0.scene?.url == url) }) { $0.scene = true }
    }

    /// Makes surfaces show, on an app's open pages, why its process ended while it had no request, as a sentence.
    package func processDidEnd(_ app: AppID, _ reason: LocalizableText) {
        subscriptions.add(where: { $0.scene?.app == app }) { $0.sceneFailure = reason }
    }

    /// Makes surfaces request every open page of an app again, because its content may depend on the day.
    func dayChanged() {
        contents.withLock { contents in
            for app in contents.apps { contents.sceneRevisions[app.id] = store.durable.nextRevision() }
        }
        subscriptions.add(where: { $0.scene != nil }) { $0.scene = true }
    }

    package func isInForeground(_ app: AppID) -> Bool { subscriptions.hasPage(of: app) }

    package func open(_ url: String, as opening: OpeningID?, onPagesOf app: AppID) {
        subscriptions.add(where: { $0.scene?.app == app }) { pending in
            pending.opens.append(.open(url: url, from: app, opening: opening))
            if pending.opens.count > ScreenSubscriber.Pending.openLimit { pending.opens.removeFirst() }
        }
    }

    /// Marks widgets as stale and updates them, in one language or in all that they have or that a page shows; urgent
    /// updates do not wait for ``UnseenUpdateBudget``.
    func requestUpdates(
        _ reason: UpdateReason,
        _ widgets: [WidgetID],
        only language: String? = nil,
        isUrgent: Bool = false
    ) {
        requestUpdates([UpdateRequest(reason, widgets, isUrgent: isUrgent)], only: language)
    }

    /// Widgets that become stale, and the reason.
    private struct UpdateRequest {
        var reason: UpdateReason
        var widgets: [WidgetID]
        var isUrgent: Bool

        init(_ reason: UpdateReason, _ widgets: [WidgetID], isUrgent: Bool = false) {
            (self.reason, self.widgets, self.isUrgent) = (reason, widgets, isUrgent)
        }
    }

    /// Marks widgets as stale for several reasons at once, so that one update serves all of them, in the language
    /// `another` too, unless `language` limits them to one.
    private func requestUpdates(
        _ requests: [UpdateRequest],
        only language: String? = nil,
        also another: String? = nil,
        by writer: WidgetID? = nil
    ) {
        let requests = requests.filter { !$0.widgets.isEmpty }
        let watched = subscriptions.languages
        let superseded = contents.withLock { contents in
            requests.flatMap { request in
                contents.markStale(
                    request.reason,
                    request.widgets,
                    watched: watched.union([another].compactMap(\.self)),
                    only: language,
                    by: writer,
                    isUrgent: request.isUrgent,
                    at: clock.now
                )
            }
        }
        for cancellation in superseded { cancellation.cancel() }
        for widget in requests.flatMap(\.widgets) { work.add(widget) }
        // The update may have to wait for the budget.
        let mayWait = requests.contains { WidgetStateMachine.changeReasons.contains($0.reason) }
        if watched.isEmpty, mayWait { reschedule.raise() }
    }
}
