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
