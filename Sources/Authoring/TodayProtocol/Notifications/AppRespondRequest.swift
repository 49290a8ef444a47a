import JSONRPC

/// Host to app: passes on the person's response to a notification.
///
/// It is delivered at least once, in the order of the app's responses, and never after it was acknowledged: what the
/// app changes through the host in the transaction is committed together with the acknowledgement. If the app fails or
/// ends before it answers, the response is sent again under the same id. A response in the foreground may open a page
/// with `open`.
package struct AppRespondRequest: RPCRequest {
    package static let method = "app/respond"

    package var response: NotificationResponse
    /// The time that the app has to finish, in milliseconds; then the host ends its process.
    package var budgetMilliseconds: Int
    package var transaction: Int
    package var context: RequestContext

    package init(response: NotificationResponse, budgetMilliseconds: Int, transaction: Int, context: RequestContext) {
        self.response = response
        self.budgetMilliseconds = budgetMilliseconds
        self.transaction = transaction
        self.context = context
    }
}
