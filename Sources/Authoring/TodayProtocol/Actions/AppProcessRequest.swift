package import FoundationEssentials
package import JSON
import JSONRPC

/// Host to app: processes queued actions in the background.
///
/// Actions of a group come in the order in which they were enqueued, at least once, one request at a time, and never
/// after they were acknowledged: what the app changes through the host in the transaction is committed together with
/// the acknowledgement, if the app processed at least one action or got none. An action in neither list of the reply
/// stays in the queue. An error, the end of the process or an exceeded budget counts as a failed attempt at the first
/// action and discards the changes.
package struct AppProcessRequest: RPCRequest {
    package static let method = "app/process"
    /// The time that an app has for a request, in milliseconds.
    package static let budgetMilliseconds = 30_000

    package struct Reply: Codable, Hashable, Sendable {
        /// The actions that the app has processed, in any order.
        package var processed: [ActionID]
        /// The actions that failed; each is repeated later.
        package var failed: [Failed]?

        package init(processed: [ActionID], failed: [Failed]? = nil) {
            self.processed = processed
            self.failed = failed
        }
    }

    /// An action that the app could not process.
    package struct Failed: Codable, Hashable, Sendable {
        package var id: ActionID
        /// The reason, a sentence for the person.
        package var reason: String

        package init(id: ActionID, reason: String) {
            self.id = id
            self.reason = reason
        }
    }

    /// One action as the app receives it.
    package struct Delivery: Codable, Hashable, Sendable {
        package var id: ActionID
        package var payload: JSONValue
        package var enqueued: Date
        /// The number of the attempt; 1 for the first.
        package var attempt: Int

        package init(id: ActionID, payload: JSONValue, enqueued: Date, attempt: Int) {
            self.id = id
            self.payload = payload
            self.enqueued = enqueued
            self.attempt = attempt
        }
    }

    /// The group of the actions; left out if there are none.
    package var group: GroupID?
    /// The actions in their order, at most 100; empty if the queue is empty and the app was woken or opened.
    package var actions: [Delivery]
    package var reason: ProcessingReason
    /// The time that the app has to finish, in milliseconds; then the host ends its process.
    package var budgetMilliseconds: Int
    package var transaction: Int
    package var context: RequestContext

    package init(
        group: GroupID?,
        actions: [Delivery],
        reason: ProcessingReason,
        budgetMilliseconds: Int = Self.budgetMilliseconds,
        transaction: Int,
        context: RequestContext
    ) {
        self.group = group
        self.actions = actions
        self.reason = reason
        self.budgetMilliseconds = budgetMilliseconds
        self.transaction = transaction
        self.context = context
    }
}

/// The reason why the host has an app process its actions.
public enum ProcessingReason: String, Codable, Hashable, Sendable, CaseIterable {
    /// Actions were enqueued, or are due for another attempt.
    case actions
    /// A widget asked for it, or a new day began and the app has the background mode `fetch`.
    case wake
    /// The app handled a push or a response to a notification.
    case push
    /// The person opened a page of the app.
    case opened
}
