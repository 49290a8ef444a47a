package import JSONRPC

/// Host to app: hands over what the person did with a notification.
///
/// It is delivered at least once, in the order of the app's responses, and never after it was acknowledged: what the app
/// changes through the host in the transaction is committed together with the acknowledgement. An app that fails or ends
/// before is asked again under the same id. A response in the foreground may open a page with `open`.
package struct AppRespondRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "app/respond"
    /// The acknowledgement.
    package typealias Reply = EmptyReply

    /// What the person did.
    package var response: NotificationResponse
    /// How many milliseconds the app has to finish; then its process is ended.
    package var budgetMilliseconds: Int
    /// The transaction that collects the effects.
    package var transaction: Int
    /// What the process cannot know.
    package var context: RequestContext

    /// Hands over a response.
    package init(response: NotificationResponse, budgetMilliseconds: Int, transaction: Int, context: RequestContext) {
        self.response = response
        self.budgetMilliseconds = budgetMilliseconds
        self.transaction = transaction
        self.context = context
    }
}
