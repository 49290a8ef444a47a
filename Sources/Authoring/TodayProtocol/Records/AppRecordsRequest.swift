import JSONRPC

/// Host to app: reports queued saves and deletions that failed for good.
///
/// They are delivered at least once, in the order in which they failed, and never after the app acknowledged them: what
/// the app changes through the host in the transaction is committed together with the acknowledgement. If the app fails
/// or ends before it answers, the same failures come again.
package struct AppRecordsRequest: RPCRequest {
    package static let method = "app/records"
    /// The time that an app has, in milliseconds.
    package static let budgetMilliseconds = 30_000

    /// The failures, at most 100.
    package var failures: [RecordFailure]
    /// The time that the app has to finish, in milliseconds; then the host ends its process.
    package var budgetMilliseconds: Int
    package var transaction: Int
    package var context: RequestContext

    package init(failures: [RecordFailure], budgetMilliseconds: Int, transaction: Int, context: RequestContext) {
        self.failures = failures
        self.budgetMilliseconds = budgetMilliseconds
        self.transaction = transaction
        self.context = context
    }
}
