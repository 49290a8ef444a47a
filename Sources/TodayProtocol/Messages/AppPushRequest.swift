import JSONRPC

/// Host to app: starts it in the background for a push with `content-available`.
///
/// It is delivered at least once, in the order of the app's pushes, one at a time, and never after it was acknowledged:
/// what the app changes through the host in the transaction is committed together with the acknowledgement, whatever its
/// result. An error counts as `failed` and drops what was collected; an app that ends before is asked again under the
/// same id, three times in all.
package struct AppPushRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "app/push"
    /// How many milliseconds an app has for a push.
    package static let budgetMilliseconds = 30_000

    /// What the app answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// What the push has brought.
        package var result: PushResult

        /// Makes an answer.
        package init(result: PushResult) { self.result = result }
    }

    /// The push.
    package var push: Push
    /// How many milliseconds the app has to finish; then its process is ended.
    package var budgetMilliseconds: Int
    /// The transaction that collects the effects.
    package var transaction: Int
    /// What the process cannot know.
    package var context: RequestContext

    /// Hands over a push.
    package init(push: Push, budgetMilliseconds: Int, transaction: Int, context: RequestContext) {
        self.push = push
        self.budgetMilliseconds = budgetMilliseconds
        self.transaction = transaction
        self.context = context
    }
}
