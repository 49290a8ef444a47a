package import TodayProtocol

/// Whose process it is.
///
/// There is at most one process of each.
package enum ProcessIdentity: Codable, Hashable, Sendable {
    /// An app's.
    case app(AppID)
    /// A widget's, with the app that contains it.
    case widget(WidgetID, of: AppID)

    /// The app, or the app that contains the widget.
    package var app: AppID {
        switch self {
        case .app(let app), .widget(_, of: let app): app
        }
    }

    /// The widget, unless it is an app's process.
    package var widget: WidgetID? {
        guard case .widget(let widget, _) = self else { return nil }
        return widget
    }
}

extension ProcessIdentity: CustomStringConvertible {
    /// The bundle identifier.
    package var description: String {
        switch self {
        case .app(let app): app.rawValue
        case .widget(let widget, _): widget.rawValue
        }
    }
}
