package import TodayProtocol

/// Asks for the complications of the installed apps, sorted by the names of the apps.
package struct GetComplicationsRequest: HostRequest, RoutedRequest {
    package typealias Reply = ComplicationsState

    package static let routes = [Route(.get, "complications")]

    package var viewer: Viewer

    package init(for viewer: Viewer) { self.viewer = viewer }
}

/// The complication of an installed app, as surfaces show it.
package struct ShownComplication: Codable, Hashable, Sendable {
    package var app: AppID
    /// The app's name in the viewer's language.
    package var title: String
    /// The address that opens the app; `nil` if it has no URL scheme.
    package var url: String?
    package var complication: Complication

    package init(app: AppID, title: String, url: String?, complication: Complication) {
        self.app = app
        self.title = title
        self.url = url
        self.complication = complication
    }

    /// The symbol if it is a picture, one or two characters such as an emoji; `nil` for a name, which needs an icon.
    package var picture: String? {
        guard let symbol = complication.symbol, symbol.count <= 2, symbol.contains(where: { !$0.isASCII }) else {
            return nil
        }
        return symbol
    }
}

/// A change of complications for a surface.
package struct ComplicationEvent: Hashable, Sendable {
    package enum Change: Hashable, Sendable {
        /// The complications of all apps, which replace what the surface shows.
        case all(ComplicationsState)
        case set(ShownComplication)
        case removed(AppID)
    }

    /// The revision that a surface has reached after this event.
    package var revision: Revision
    package var change: Change

    package init(revision: Revision, change: Change) {
        self.revision = revision
        self.change = change
    }
}

/// The complications of all installed apps that have one, at one revision.
package struct ComplicationsState: Codable, Hashable, Sendable {
    package var revision: Revision
    package var complications: [ShownComplication]

    package init(revision: Revision, complications: [ShownComplication]) {
        self.revision = revision
        self.complications = complications
    }

    package subscript(app: AppID) -> ShownComplication? { complications.first { $0.app == app } }
}
