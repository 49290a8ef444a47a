import Foundation
package import HostStore
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

    private let store: HostStore
    private let processes: any WidgetProcesses
    private let clock: any WallClock
    private let language: String
    private let logger: Logger
    private let contents: Mutex<ScreenContents>
    private let watchers = WatcherList()
    private let taps: TapDesk
    private let work = WorkList<WidgetID>()
    private let reschedule = Signal()
    private let settled = Signals()
    private let onDayChange: @Sendable (RequestContext) -> Void
    private let onFront: @Sendable (AppID, Bool) -> Void

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
    ///   - onFront: Is told when an app's first page opens and when its last one closes.
    package init(
        store: HostStore,
        taps: TapDesk,
        processes: any WidgetProcesses,
        clock: any WallClock,
        epoch: String,
        language: String,
        logger: Logger,
        onDayChange: @escaping @Sendable (RequestContext) -> Void,
        onFront: @escaping @Sendable (AppID, Bool) -> Void
    ) {
        self.store = store
        self.taps = taps
        self.processes = processes
        self.clock = clock
        self.epoch = epoch
        self.language = language
        self.logger = logger
        self.onDayChange = onDayChange
        self.onFront = onFront
        contents = Mutex(ScreenContents(revision: store.promises.nextRevision()))
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
                revision: store.promises.nextRevision()
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
            contents.touchLayout(store.promises.nextRevision())
        }
        watchers.note { $0.screen = true }
    }

    /// Puts the snapshots of earlier runs on the screen.
    package func restoreSnapshots() async {
        do {
            for kept in try await store.caches.allSnapshots() {
                guard let content = try? kept.content.decode(WidgetContent.self) else { continue }
                let snapshot = Snapshot(content: content, stamp: kept.stamp, date: kept.made)
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
        contents.withLock { $0.sceneRevisions[app] = store.promises.nextRevision() }
        watchers.note(where: { $0.sceneApp == app && (url == nil || $0.scene == url) }) { $0.scene = true }
    }

    /// Opens an address on every page that shows an app.
    package func open(_ url: String, onPagesOf app: AppID) {
        watchers.note(where: { $0.sceneApp == app }) { pending in
            pending.opens.append(url)
            if pending.opens.count > Watcher.openLimit { pending.opens.removeFirst() }
        }
    }

    private func mark(_ reason: UpdateReason, _ widgets: [WidgetID], only language: String? = nil) {
        guard !widgets.isEmpty else { return }
        let overtaken = contents.withLock { contents in
            contents.mark(reason, widgets, watched: watchers.languages, only: language)
        }
        for recall in overtaken { recall.recall() }
        for widget in widgets { work.add(widget) }
    }
}

// MARK: - Events

extension Screen {
    /// What a page must show that it does not show yet, now and from now on.
    ///
    /// - Parameters:
    ///   - viewer: Who looks.
    ///   - position: What the page shows.
    ///   - scene: The page of an app that it shows, with its app.
    /// - Returns: The events, merged while they wait; the stream ends with ``run()``.
    package func events(
        for viewer: Viewer,
        after position: ScreenPosition?,
        scene: (url: String, app: AppID)?
    ) -> AsyncStream<ScreenEvent> {
        let id = watchers.nextID()
        let app = scene?.app
        let watcher = Watcher(
            viewer: viewer,
            scene: scene?.url,
            sceneApp: app,
            pending: contents.withLock { missed(by: viewer, since: position, app: app, in: $0) }
        ) { [weak self] in
            guard let self else { return }
            watchers.remove(id)
            if let app { frontChanged(app) }
        }
        let isFirst = app.map { app in !watchers.all.contains { $0.sceneApp == app } } ?? false
        watchers.add(watcher, id: id)
        if let app, isFirst { onFront(app, true) }
        // What fell due while nobody looked is done now, and what nobody has seen in this language yet; the caller's
        // page asked for the rest when it opened.
        let unseen = contents.withLock { contents in
            contents.visible.filter { contents.slots[$0]?[viewer.language] == nil }
        }
        mark(.opened, unseen, only: viewer.language)
        for widget in contents.withLock(\.visible) { work.add(widget) }
        reschedule.raise()
        return AsyncStream { await watcher.next { self.take(from: &$0, viewer: viewer) } }
    }

    private func frontChanged(_ app: AppID) {
        if !watchers.all.contains(where: { $0.sceneApp == app }) { onFront(app, false) }
    }

    private func missed(
        by viewer: Viewer,
        since position: ScreenPosition?,
        app: AppID?,
        in contents: ScreenContents
    ) -> Watcher.Pending {
        var pending = Watcher.Pending()
        pending.position = position
        guard let position, position.epoch == epoch, contents.layoutRevision <= position.revision else {
            pending.screen = true
            pending.scene = app != nil && position?.epoch != epoch
            return pending
        }
        pending.widgets = Set(
            contents.visible.filter {
                (contents.slots[$0]?[viewer.language]?.revision ?? position.revision) > position.revision
            }
        )
        if let app, let changed = contents.sceneRevisions[app] { pending.scene = changed > position.revision }
        return pending
    }

    /// Takes the oldest thing that a page must be told, so that its position never passes what it does not show.
    private func take(from pending: inout Watcher.Pending, viewer: Viewer) -> ScreenEvent? {
        if pending.screen {
            let state = contents.withLock { $0.state(epoch: epoch, language: viewer.language, now: clock.now) }
            pending.screen = false
            pending.widgets = []
            pending.position = state.position
            return ScreenEvent(position: state.position, change: .screen(state))
        }
        if !pending.widgets.isEmpty {
            let oldest = contents.withLock { contents in
                pending.widgets.compactMap { contents.shown($0, in: viewer.language, now: clock.now) }
                    .min { $0.revision < $1.revision }
            }
            guard let oldest else {
                pending.widgets = []
                return take(from: &pending, viewer: viewer)
            }
            pending.widgets.remove(oldest.id)
            let position = ScreenPosition(epoch: epoch, revision: oldest.revision)
            pending.position = position
            return ScreenEvent(position: position, change: .widget(oldest))
        }
        let position = pending.position ?? self.position
        if pending.scene {
            pending.scene = false
            return ScreenEvent(position: position, change: .scene)
        }
        guard !pending.opens.isEmpty else { return nil }
        return ScreenEvent(position: position, change: .open(url: pending.opens.removeFirst()))
    }
}

// MARK: - Running

extension Screen {
    /// Works until the task is cancelled; then every event stream ends.
    package func run() async {
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.keepTime() }
                for await widget in work.items {
                    work.begin(widget)
                    group.addTask { await self.drive(widget) }
                }
                group.cancelAll()
            }
        } onCancel: {
            work.finish()
            watchers.note { $0.isClosed = true }
        }
        watchers.note { $0.isClosed = true }
    }

    /// Does a widget's steps, one after the other, until none is left.
    private func drive(_ widget: WidgetID) async {
        while !Task.isCancelled {
            let watched = watchers.languages
            guard let (step, recall) = contents.withLock({ $0.next(of: widget, watched: watched) }) else { break }
            switch step {
            case .perform(let tap): await perform(tap, on: widget)
            case .update(let language, let reasons): await update(widget, language, reasons, recall)
            }
        }
        settled.raiseAll()
    }

    private func perform(_ id: TapID, on widget: WidgetID) async {
        if let (tap, viewer) = taps.tap(id) {
            let outcome = await processes.perform(tap, on: widget, viewer: viewer)
            taps.finish(id, outcome)
        }
        contents.withLock { $0.finish(widget) }
        mark(.tap, [widget])
    }

    private func update(
        _ widget: WidgetID,
        _ language: String,
        _ reasons: Set<UpdateReason>,
        _ recall: UpdateRecall
    ) async {
        // Read before the request leaves: the process has been told of every commit up to here.
        let stamp = store.promises.revision
        let request = WidgetUpdateRequest(
            reasons: reasons.sorted { $0.rawValue < $1.rawValue },
            revision: stamp,
            size: WidgetSize(),
            context: context(language: language)
        )
        let began = clock.now
        let start = ContinuousClock.now
        let answer = await processes.update(request, of: widget, recall: recall)
        let duration = ContinuousClock.now - start
        guard !Task.isCancelled else { return }

        var entry = LedgerEntry(
            date: began,
            reasons: request.reasons,
            outcome: .newData,
            milliseconds: duration / .milliseconds(1),
            peakMemory: processes.peakMemory(of: widget)
        )
        let effect = contents.withLock { contents in
            let revision = store.promises.nextRevision()
            let now = clock.now
            switch answer {
            case .content(let content):
                return contents.update(widget, language, revision: revision) {
                    $0.receive(content, stamp: stamp, now: now)
                }
            case .noData:
                entry.outcome = .noData
                return contents.update(widget, language, revision: revision) { $0.receiveNoData(now: now) }
            case .failed(let reason):
                entry.outcome = .failed
                entry.message = reason
                return contents.update(widget, language, revision: revision) { $0.fail(reason, now: now) }
            case .recalled:
                entry.outcome = .superseded
                return nil
            }
        }
        if case .drop = effect { entry.outcome = .superseded }
        let isRecalled = if case .recalled = answer { true } else { false }
        if !isRecalled { watchers.note(where: { $0.viewer.language == language }) { $0.widgets.insert(widget) } }
        // Before the next step, so that the ledger has them in their order.
        await keep(effect, entry, widget, language)
        contents.withLock { $0.finish(widget, repeating: isRecalled) }
        reschedule.raise()
        if case .askAgain = effect { mark(.retry, [widget], only: language) }
    }

    /// Writes down what happened; the screen shows it already.
    private func keep(
        _ effect: WidgetSlot.Effect?,
        _ entry: LedgerEntry,
        _ widget: WidgetID,
        _ language: String
    ) async {
        do {
            if case .keep(let snapshot) = effect {
                _ = try await store.caches.put(
                    StoredSnapshot(
                        widget: widget,
                        language: language,
                        content: JSONValue(encoding: snapshot.content),
                        stamp: snapshot.stamp,
                        made: snapshot.date
                    )
                )
            }
            try await store.caches.append(entry.stored(of: widget))
        } catch {
            logger.error(
                "A snapshot or the ledger cannot be kept",
                metadata: ["widget": "\(widget)", "error": "\(error)"]
            )
        }
    }

    /// Waits for what falls due: refreshes and entries of what somebody sees, and the day's change.
    private func keepTime() async {
        var day = context(language: "").day
        var zone = clock.zone.identifier
        while !Task.isCancelled {
            let now = clock.now
            let due = contents.withLock { $0.nextDue(in: watchers.languages, after: now) }
            let next = [due, clock.nextDay(after: now)].compactMap(\.self).min()
            let event = await waitOrReschedule(until: next)
            let context = context(language: "")
            if context.day != day || context.zone != zone || event == .changed {
                (day, zone) = (context.day, context.zone)
                onDayChange(context)
                mark(.dayChanged, contents.withLock(\.chosen))
            }
            turnPages(since: now)
        }
    }

    private func waitOrReschedule(until date: Date?) async -> WallClockEvent? {
        await withTaskGroup(of: WallClockEvent?.self) { group in
            group.addTask { try? await self.clock.wait(until: date) }
            group.addTask {
                await self.reschedule.wait()
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    /// Refreshes what is due and shows entries whose time has come.
    private func turnPages(since before: Date) {
        let now = clock.now
        let languages = watchers.languages
        var refreshes: [(WidgetID, String)] = []
        contents.withLock { contents in
            for widget in contents.visible {
                for (language, slot) in contents.slots[widget, default: [:]] where languages.contains(language) {
                    if let due = slot.refreshDate, due <= now { refreshes.append((widget, language)) }
                    guard let entry = slot.snapshot?.nextEntry(after: before), entry <= now else { continue }
                    _ = contents.update(widget, language, revision: store.promises.nextRevision()) { _ in .note }
                    watchers.note(where: { $0.viewer.language == language }) { $0.widgets.insert(widget) }
                }
            }
        }
        for (widget, language) in refreshes { mark(.refreshTime, [widget], only: language) }
    }
}
