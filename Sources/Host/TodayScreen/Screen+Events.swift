import AsyncPrimitives
import HostClock
import Synchronization
package import TodayProtocol

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
        let watcher = ScreenSubscriber(
            viewer: viewer,
            scene: scene?.url,
            sceneApp: app,
            pending: contents.withLock { missed(by: viewer, since: position, app: app, in: $0) }
        ) { [weak self] in
            guard let self else { return }
            watchers.remove(id)
            if let app { foregroundChanged(app) }
        }
        let isFirst = app.map { app in !watchers.all.contains { $0.sceneApp == app } } ?? false
        watchers.add(watcher, id: id)
        if let app, isFirst { onForegroundChange(app, true) }
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

    private func foregroundChanged(_ app: AppID) {
        if !watchers.all.contains(where: { $0.sceneApp == app }) { onForegroundChange(app, false) }
    }

    private func missed(
        by viewer: Viewer,
        since position: ScreenPosition?,
        app: AppID?,
        in contents: ScreenContents
    ) -> ScreenSubscriber.Pending {
        var pending = ScreenSubscriber.Pending()
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
    private func take(from pending: inout ScreenSubscriber.Pending, viewer: Viewer) -> ScreenEvent? {
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
