package import TodayProtocol

/// Asks for everything that the Today screen shows.
///
/// The reply holds the last snapshots and waits for no process, unless ``settle`` is set.
package struct GetScreenRequest: HostRequest {
    package typealias Reply = ScreenState

    /// The language and time zone of the person.
    package var viewer: Viewer
    /// `true` if a surface begins to show the screen, which asks every visible widget for an update.
    package var opens: Bool
    /// The longest wait until every widget is up to date or has failed; `nil` to not wait.
    package var settle: Duration?

    package init(for viewer: Viewer, opens: Bool, settle: Duration? = nil) {
        self.viewer = viewer
        self.opens = opens
        self.settle = settle
    }
}

/// Puts these widgets on the screen, in this order, and takes every other one off.
package struct SetScreenRequest: HostRequest, Codable {
    /// The largest number of widgets on the screen.
    package static let limit = 200

    /// The widgets, at most ``limit``.
    package var widgets: [WidgetID]

    package init(_ widgets: [WidgetID]) { self.widgets = widgets }
}

/// Sets the size of a widget in the grid of a wide screen.
///
/// The widget is updated. Fails with `notFound` if it is not installed, and with `invalid` for a size that it does not
/// support.
package struct ResizeWidgetRequest: HostRequest {
    package var widget: WidgetID
    /// Its new size.
    package var family: WidgetFamily

    package init(_ widget: WidgetID, to family: WidgetFamily) {
        self.widget = widget
        self.family = family
    }
}

/// Asks a widget for an update, and waits until its content is on the screen.
///
/// Fails with `processFailed`, with the reason in the person's language, if the update fails.
package struct ReloadWidgetRequest: HostRequest {
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
package struct PerformTapRequest: HostRequest {
    package typealias Reply = TapOutcome

    package var tap: Tap
    /// The language and time zone of the person.
    package var viewer: Viewer

    package init(_ tap: Tap, viewer: Viewer) {
        self.tap = tap
        self.viewer = viewer
    }
}

/// Asks for the newest updates of a widget, newest first.
package struct GetLedgerRequest: HostRequest {
    package typealias Reply = [LedgerEntry]

    package var widget: WidgetID
    /// The largest number of updates in the reply.
    package var limit: Int

    package init(of widget: WidgetID, limit: Int) {
        self.widget = widget
        self.limit = limit
    }
}

/// Asks for the age of a widget's content, the time of its next update, and the updates that ran while nobody watched.
package struct GetUpdateScheduleRequest: HostRequest {
    package typealias Reply = UpdateSchedule

    package var widget: WidgetID

    package init(of widget: WidgetID) { self.widget = widget }
}
