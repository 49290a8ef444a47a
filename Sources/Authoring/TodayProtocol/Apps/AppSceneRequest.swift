public import AdaptiveCards
import JSONRPC

/// Host to app: asks for the page of a URL.
package struct AppSceneRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "app/scene"
    /// What is answered.
    package typealias Reply = SceneContent

    /// The page's URL, of one of the app's schemes.
    package var url: String
    /// The newest commit that the app has been told of.
    package var revision: Revision
    /// What the process cannot know.
    package var context: RequestContext

    /// Asks for a page.
    package init(url: String, revision: Revision, context: RequestContext) {
        self.url = url
        self.revision = revision
        self.context = context
    }
}

/// One page of an app: a title and a card, in which inputs are allowed, and perhaps a message whose body is shown.
public struct SceneContent: Codable, Hashable, Sendable {
    /// The page's title.
    public var title: String
    /// The page.
    public var card: Card
    /// The id of the input that has the cursor when the page opens; none if left out.
    public var focus: String?
    /// The message of the app's inbox whose body the host draws below the card, in a frame of its own; none if left out.
    ///
    /// A body that is not on this device yet, and a message that there is not, leave the card alone.
    public var message: MessageID?

    /// Makes a page.
    public init(title: String, card: Card, focus: String? = nil, message: MessageID? = nil) {
        self.title = title
        self.card = card
        self.focus = focus
        self.message = message
    }
}
