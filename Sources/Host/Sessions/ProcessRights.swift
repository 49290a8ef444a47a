import HostStore
import ProcessHost
import TodayProtocol

/// Which process asks, and what it is entitled to.
struct ProcessRights: Hashable, Sendable {
    /// What the process is.
    var kind: ProcessKind
    /// The containing app.
    var app: AppID
    /// The widget, if it is one.
    var widget: WidgetID?
    /// The app's name, for sentences.
    var title: String
    /// The groups that its entitlements name and that it may use.
    var groups: [GroupID]
    /// Whether the host fetches for it.
    var mayFetch: Bool
    /// Whether the app takes part in push and messages (`aps-environment`).
    var mayReceivePushes: Bool
    /// The hosts that its bundle declares.
    var declaredHosts: [String]
    /// The app's widgets.
    var widgets: [WidgetID]

    /// The bundle identifier of the process itself.
    var id: String { widget?.rawValue ?? app.rawValue }

    /// Who makes a change, for the change feed.
    var origin: ChangeOrigin { widget.map { .widget($0) } ?? .app(app) }
}

extension ProcessRights {
    /// The rights of a process whose app was removed while it started: none.
    static func none(of identity: ProcessIdentity) -> ProcessRights {
        ProcessRights(
            kind: identity.widget == nil ? .app : .widget,
            app: identity.app,
            widget: identity.widget,
            title: identity.app.rawValue,
            groups: [],
            mayFetch: false,
            mayReceivePushes: false,
            declaredHosts: [],
            widgets: []
        )
    }
}
