import AsyncPrimitives
import HostModel
import TodayProtocol

/// A page that follows the screen.
struct ScreenSubscriber: Sendable {
    /// The changes that a page has not received yet, merged to the latest state of each item.
    struct Pending: Sendable {
        /// Largest number of addresses that wait; the oldest are dropped.
        static let openLimit = 4

        /// `true` if the page needs the whole screen because the list of widgets, apps or notices changed.
        var screen = false
        /// Widgets that changed.
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

    /// Returns `true` if a page of an app is open.
    func hasPage(of app: AppID) -> Bool { all.contains { $0.subscriber.scene?.app == app } }

    /// Changes what is pending for pages.
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
