import AsyncPrimitives
import TodayProtocol

/// A page that follows the screen.
struct ScreenSubscriber: Sendable {
    /// What a page must still be told, merged to the latest state of each thing.
    struct Pending: Sendable {
        /// How many addresses wait at most; the oldest are dropped.
        static let openLimit = 4

        /// Everything, since the list of widgets, apps or sentences changed.
        var screen = false
        /// These widgets.
        var widgets: Set<WidgetID> = []
        /// The app's page must be asked for again.
        var scene = false
        /// Why the app whose page is open was ended, if it was.
        var sceneFailure: String?
        /// Addresses to open, oldest first.
        var opens: [ScreenEvent.Change] = []
        /// What the page shows.
        var position: ScreenPosition?
    }

    var viewer: Viewer
    /// The app whose page is open, with the page's URL.
    var scene: (url: String, app: AppID)?
}

/// The pages that follow the screen.
typealias ScreenSubscriptions = SubscriptionList<ScreenSubscriber, ScreenSubscriber.Pending>

extension ScreenSubscriptions {
    /// The languages in which a page is open.
    var languages: Set<String> { Set(all.map(\.subscriber.viewer.language)) }

    /// Whether a page of an app is open.
    func hasPage(of app: AppID) -> Bool { all.contains { $0.subscriber.scene?.app == app } }

    /// Adds something to tell.
    func add(
        where isIncluded: (ScreenSubscriber) -> Bool = { _ in true },
        _ change: (inout ScreenSubscriber.Pending) -> Void
    ) {
        update(where: isIncluded) { pending in
            change(&pending)
            return true
        }
    }

    /// Has pages in a language told of a widget.
    func add(_ widget: WidgetID, in language: String) {
        add(where: { $0.viewer.language == language }) { $0.widgets.insert(widget) }
    }
}
