import JSON
package import TodayProtocol

/// Shares content with an app, or with its Share or Action extension, durably and once per id.
///
/// An extension that asks the person something has a page, which the outcome opens; the result of the use comes with
/// the last tap on it, and with ``GetUseRequest``. The reply comes when the effects are on disk. The share continues
/// even if the sender disconnects or the host restarts. Fails with `notFound` if the app is not installed, and with
/// `invalid` if the app does not accept the content or the content exceeds a limit of ``SharedContent``.
package struct ShareRequest: HostRequest, RoutedRequest {
    package typealias Reply = TapOutcome

    package static let routes = [Route(.post, "shares", defaults: ["point": "share"])]
    /// 1 MiB: enough for the images in base64.
    package static let bodyLimit = 1024 * 1024

    /// The id, created on the surface; a share that is sent again with the same id is performed once.
    package var id: TapID
    package var app: AppID
    package var content: SharedContent
    /// The extension point that gets the content: Share or Action.
    package var point: ShareExtensionPoint
    package var viewer: Viewer

    package init(
        _ content: SharedContent,
        id: TapID,
        with app: AppID,
        at point: ShareExtensionPoint = .share,
        viewer: Viewer
    ) {
        self.point = point
        self.id = id
        self.app = app
        self.content = content
        self.viewer = viewer
    }
}

/// Ends a use of an extension without a result: its process ends, and its uncommitted changes are dropped.
///
/// Nothing happens if it has ended, or is not known.
package struct EndUseRequest: HostRequest, RoutedRequest {
    package static let routes = [Route(.delete, "shares")]

    package var url: String

    package init(_ url: String) { self.url = url }
}

/// Asks for the state of a use of an extension, waiting up to a limit for its end.
///
/// Fails with `notFound` if it is not known: it has ended without a result, or long ago.
package struct GetUseRequest: HostRequest, RoutedRequest {
    package typealias Reply = Use

    package static let routes = [Route(.get, "shares", defaults: ["wait": 0])]

    /// The longest wait, in seconds.
    package static let longestWait = 20

    package struct Use: Codable, Hashable, Sendable {
        package var hasEnded: Bool
        package var message: String?
        package var text: String?

        package init(hasEnded: Bool, message: String? = nil, text: String? = nil) {
            self.hasEnded = hasEnded
            self.message = message
            self.text = text
        }
    }

    package static func isAddress(_ url: String) -> Bool { url.hasPrefix("\(scheme)://") }

    /// The scheme of the addresses of uses, which no app may have.
    package static let scheme = "today-extension"

    private enum CodingKeys: String, CodingKey { case url, wait, isAsker = "asker" }

    package var url: String
    /// The longest wait for its end, in seconds.
    package var wait: Int
    /// `true` for the command that began the use and waits for its result: if it does not ask again within a minute, it
    /// has gone, and the use ends.
    package var isAsker: Bool

    package init(_ url: String, wait: Int = 0, isAsker: Bool = false) {
        self.url = url
        self.wait = wait
        self.isAsker = isAsker
    }
}
