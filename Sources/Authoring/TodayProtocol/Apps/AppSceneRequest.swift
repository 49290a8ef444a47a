public import AdaptiveCards
import JSONRPC

/// Host to app: asks for the page of a URL.
package struct AppSceneRequest: RPCRequest {
    package static let method = "app/scene"
    package typealias Reply = SceneContent

    /// The page's URL, of one of the app's schemes.
    package var url: String
    /// The newest commit that the app was notified of.
    package var revision: Revision
    package var context: RequestContext

    package init(url: String, revision: Revision, context: RequestContext) {
        self.url = url
        self.revision = revision
        self.context = context
    }
}

/// A page of an app: a title, a card that may contain inputs, and optionally a message whose body is shown.
public struct SceneContent: Codable, Hashable, Sendable {
    /// The page's title.
    public var title: String
    /// The content of the page.
    public var card: Card
    /// The id of the input that has the focus when the page opens; `nil` for none.
    public var focus: String?
    /// The message of the app's inbox whose body the host shows below the card, in a frame of its own, if it exists and
    /// its body is on this device; `nil` for no message.
    public var message: MessageID?
    /// The URL of the app's page that is shown beside this one in a wide window, such as the list from which this one
    /// is opened; `nil` for none.
    public var primary: String?
    /// The text that is shown in a wide window beside a page that others name as ``primary``, while none of them is
    /// open; `nil` for every other page.
    public var placeholder: String?

    /// Creates a page.
    public init(
        title: String,
        card: Card,
        focus: String? = nil,
        message: MessageID? = nil,
        primary: String? = nil,
        placeholder: String? = nil
    ) {
        self.title = title
        self.card = card
        self.focus = focus
        self.message = message
        self.primary = primary
        self.placeholder = placeholder
    }
}

/// App to host: asks to load its open pages again.
package struct ScenesReloadRequest: RPCRequest {
    package static let method = "scenes/reload"

    /// The page's URL; every page of the app if left out.
    package var url: String?
    package var transaction: Int?

    package init(url: String? = nil, transaction: Int? = nil) {
        self.url = url
        self.transaction = transaction
    }
}

/// Host to app: one of the app's pages became visible, or the last visible one was closed.
package struct AppLifecycleNotification: RPCNotification {
    package static let method = "app/lifecycle"

    /// The visibility of the app's pages.
    package enum State: String, Codable, Hashable, Sendable {
        /// A page of the app is visible.
        case active
        /// No page of the app is visible.
        case background
    }

    package var state: State

    package init(state: State) { self.state = state }
}
