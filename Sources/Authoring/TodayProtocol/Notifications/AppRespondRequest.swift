package import JSONRPC

/// Host to app: passes on the person's response to a notification.
///
/// It is delivered at least once, in the order of the app's responses, and never after it was acknowledged: what the
/// app changes through the host in the transaction is committed together with the acknowledgement. If the app fails or
/// ends before, the response is sent again under the same id. A response in the foreground may open a page with `open`.
/// before is asked again under the same id. A response in the foreground may open a page with `open`.
package struct AppRespondRequest: RPCRequest {
    package static let method = "app/respond"
    package typealias Reply = EmptyReply

    /// What the person did.
    package var response: NotificationResponse
    /// The time that the app has to finish, in milliseconds; its process is ended afterwards.
    package var budgetMilliseconds: Int
    /// The transaction that collects the app's changes.
    package var transaction: Int
    package var context: RequestContext

    package init(response: NotificationResponse, budgetMilliseconds: Int, transaction: Int, context: RequestContext) {
        self.response = response
        self.budgetMilliseconds = budgetMilliseconds
        self.transaction = transaction
        self.context = context
    }
}
