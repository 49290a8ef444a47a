import AsyncPrimitives
import HostClock
package import HostModel
import Synchronization
package import TodayProtocol

extension Screen {
    /// Returns the changes that a page does not show yet, merged while they wait, present and future until ``run(_:)``
    /// ends; the position is `nil` if it shows nothing yet.
    package func events(
        for viewer: Viewer,
        after position: ScreenPosition?,
        scene: (url: String, app: AppID)?
    ) -> AsyncStream<ScreenEvent> {
        let isFirst = scene.map { !subscriptions.hasPage(of: $0.app) } ?? false
        let subscriber = ScreenSubscriber(viewer: viewer, scene: scene)
        let subscription = subscriptions.add(subscriber, pending: .init()) { [weak self] in
            guard let self else { return }
            if let scene, !subscriptions.hasPage(of: scene.app) { onForegroundChange(scene.app, false) }
            // From now on fewer pages watch, so other updates may fall due.
            reschedule.raise()
        }
        if scene == nil { recordOpening(by: viewer) }
        // Computed after the subscription was added, so that no change in between is missed.
        let changes = contents.withLock { missedChanges(by: viewer, since: position, app: scene?.app, in: $0) }
        subscription.update { pending in
            pending.screen = pending.screen || changes.screen
            pending.widgets.formUnion(changes.widgets)
            pending.scene = pending.scene || changes.scene
            pending.position = changes.position
            return true
        }
        if let scene, isFirst { onForegroundChange(scene.app, true) }
        // Updates that fell due while no page was open run now, and so do those of widgets without content in this
        // language; the page requested the other updates when it opened.
        let unseen = contents.withLock { contents in
            contents.visible.filter { contents.contentStates[$0]?[viewer.language] == nil }
        }
        requestUpdates(.opened, unseen, only: viewer.language)
        for widget in contents.withLock(\.visible) { work.add(widget) }
        reschedule.raise()
        return AsyncStream { await subscription.next { self.nextEvent(from: &$0, viewer: viewer) } }
    }

    /// Returns the URLs of an app's pages that are open and visible on a surface, sorted and without duplicates.
    package func pages(of app: AppID) -> [String] {
        let pages = subscriptions.all.compactMap { $0.subscriber.scene }.filter { $0.app == app }
        return Set(pages.map { $0.url }).sorted()
    }

    private func missedChanges(
        by viewer: Viewer,
        since position: ScreenPosition?,
        app: AppID?,
        in contents: ScreenContents
    ) -> ScreenSubscriber.Pending {
        var missed = ScreenSubscriber.Pending()
        missed.position = position
        guard let position, position.epoch == epoch, contents.layoutRevision <= position.revision else {
            missed.screen = true
            missed.scene = app != nil && position?.epoch != epoch
            return missed
        }
        missed.widgets = Set(
            contents.visible.filter {
                (contents.contentStates[$0]?[viewer.language]?.revision ?? position.revision) > position.revision
            }
        )
        if let app, let changed = contents.sceneRevisions[app] { missed.scene = changed > position.revision }
        return missed
    }

    /// Removes and returns the oldest pending change, so that the page's position never passes a change that it does
    /// not show.
    private func nextEvent(from pending: inout ScreenSubscriber.Pending, viewer: Viewer) -> ScreenEvent? {
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
                return nextEvent(from: &pending, viewer: viewer)
            }
            pending.widgets.remove(oldest.id)
            let position = ScreenPosition(epoch: epoch, revision: oldest.revision)
            pending.position = position
            return ScreenEvent(position: position, change: .widget(oldest))
        }
        let position = pending.position ?? self.position
        if let reason = pending.sceneFailure {
            pending.sceneFailure = nil
            return ScreenEvent(position: position, change: .sceneFailed(reason: reason))
        }
        if pending.scene {
            pending.scene = false
            return ScreenEvent(position: position, change: .scene)
        }
        guard !pending.opens.isEmpty else { return nil }
        return ScreenEvent(position: position, change: pending.opens.removeFirst())
    }
}

struct ScreenSubscriber: Sendable {
    /// The changes that a page has not received yet, merged to the latest state of each item.
    struct Pending: Sendable {
        /// Largest number of addresses that wait; the oldest are dropped.
        static let openLimit = 4

        /// `true` if the page needs the whole screen because the list of widgets, apps or notices changed.
        var screen = false
        var widgets: Set<WidgetID> = []
        /// `true` if the open page of the app must be requested again.
        var scene = false
        /// The reason the app of the open page ended; `nil` if it did not.
        var sceneFailure: LocalizableText?
        /// Addresses to open, oldest first.
        var opens: [ScreenEvent.Change] = []
        /// The position that the page shows.
        var position: ScreenPosition?
    }

    var viewer: Viewer
    /// The app page that is open, with its URL.
    var scene: (url: String, app: AppID)?
}

/// The pages that follow the screen.
typealias ScreenSubscriptions = SubscriptionList<ScreenSubscriber, ScreenSubscriber.Pending>

extension ScreenSubscriptions {
    /// The languages in which a page is open.
    var languages: Set<String> { Set(all.map(\.subscriber.viewer.language)) }

    func hasPage(of app: AppID) -> Bool { all.contains { $0.subscriber.scene?.app == app } }

    func add(
        where isIncluded: (ScreenSubscriber) -> Bool = { _ in true },
        _ change: (inout ScreenSubscriber.Pending) -> Void
    ) {
        update(where: isIncluded) { pending in
            change(&pending)
            return true
        }
    }

    /// Adds a widget to the pending changes of the pages in a language.
    func add(_ widget: WidgetID, in language: String) {
        add(where: { $0.viewer.language == language }) { $0.widgets.insert(widget) }
    }
}
