import JSON
package import TodayProtocol

/// Asks for everything that the Today screen shows.
///
/// The reply holds the last snapshots and waits for no process, unless ``settle`` is set.
package struct GetScreenRequest: HostRequest, RoutedRequest {
    package typealias Reply = ScreenState

    package static let routes = [Route(.get, "screen", ranges: ["settle": 0...30])]

    package var viewer: Viewer
    /// `true` if a surface begins to show the screen, which asks every visible widget for an update.
    package var opens: Bool
    /// The longest wait until every widget is up to date or has failed, in seconds; `nil` to not wait.
    package var settle: Int?

    package init(for viewer: Viewer, opens: Bool, settle: Duration? = nil) {
        self.viewer = viewer
        self.opens = opens
        self.settle = settle.map { Int($0.components.seconds) }
    }
}

/// Puts these widgets on the screen, in this order, and takes every other one off.
package struct SetScreenRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.put, "screen")]

    package static let limit = 200

    /// The widgets, at most ``limit``.
    package var widgets: [WidgetID]

    package init(_ widgets: [WidgetID]) { self.widgets = widgets }

    package func validate() throws(HostError) {
        guard widgets.count <= Self.limit else {
            throw HostError(.invalid, "At most \(Self.limit) widgets fit on the screen.")
        }
    }
}

/// Sets the size of a widget in the grid of a wide screen.
///
/// The widget is updated. Fails with `notFound` if it is not installed, and with `invalid` for a size that it does not
/// support.
package struct ResizeWidgetRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.put, "widgets/:widget/size")]

    package var widget: WidgetID
    package var family: WidgetFamily

    private enum CodingKeys: String, CodingKey { case widget, family = "size" }

    package init(_ widget: WidgetID, to family: WidgetFamily) {
        self.widget = widget
        self.family = family
    }
}

/// Asks a widget for an update, and waits until its content is on the screen.
///
/// Fails with `processFailed`, with the reason in the person's language, if the update fails.
package struct ReloadWidgetRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.post, "widgets/:widget/reload", body: .empty)]

    package var widget: WidgetID
    /// The person's language; `nil` for those that the widget has content in.
    package var language: String?

    package init(_ widget: WidgetID, language: String? = nil) {
        self.widget = widget
        self.language = language
    }
}

/// Performs a person's tap, durably and once per tap id.
///
/// The reply comes when the effects are on disk. The tap continues even if the sender disconnects.
package struct PerformTapRequest: HostRequest, RoutedRequest {
    package typealias Reply = TapOutcome

    package static let routes = [Route(.post, "taps", body: .member("tap"))]

    package var tap: Tap
    package var viewer: Viewer

    package init(_ tap: Tap, viewer: Viewer) {
        self.tap = tap
        self.viewer = viewer
    }

    package func validate() throws(HostError) {
        guard tap.id.isValid else {
            throw HostError(.invalid, "A tap's id has 1 to 64 of the characters A-Z a-z 0-9 . _ -.")
        }
    }
}

extension TapID {
    /// `true` if the id has 1 to 64 of the characters `A-Z a-z 0-9 . _ -`.
    package var isValid: Bool { (1...64).contains(rawValue.utf8.count) && rawValue.isPlain(besides: "._-") }
}

/// Asks for the newest updates of a widget, newest first.
package struct GetLedgerRequest: HostRequest, RoutedRequest {
    package typealias Reply = [LedgerEntry]

    package static let routes = [
        Route(.get, "widgets/:widget/ledger", defaults: ["limit": 20], ranges: ["limit": 1...1000])
    ]

    package var widget: WidgetID
    package var limit: Int

    package init(of widget: WidgetID, limit: Int) {
        self.widget = widget
        self.limit = limit
    }
}

/// Asks for the age of a widget's content, the time of its next update, and the updates that ran while nobody watched.
package struct GetUpdateScheduleRequest: HostRequest, RoutedRequest {
    package typealias Reply = UpdateSchedule

    package static let routes = [Route(.get, "widgets/:widget/schedule")]

    package var widget: WidgetID

    package init(of widget: WidgetID) { self.widget = widget }
}
