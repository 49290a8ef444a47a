package import JSON
import JSONRPC

/// Host to app: performs an action that the person tapped or submitted on one of the app's pages.
///
/// It carries the page's URL, so that it also works if the app was ended in the meantime. The inputs were validated
/// against the page's card. Taps, repetition and the transaction are as in ``WidgetPerformRequest``.
package struct AppPerformRequest: RPCRequest {
    package static let method = "app/perform"

    package struct Reply: Codable, Hashable, Sendable {
        /// One message for each invalid input, by the input's id; nothing else was done then.
        package var inputErrors: [String: String]?
        /// The result with which the use of an extension with a program ends; `nil` if its page continues.
        package var finished: AppShareRequest.Reply?

        package init(inputErrors: [String: String]? = nil, finished: AppShareRequest.Reply? = nil) {
            self.inputErrors = inputErrors
            self.finished = finished
        }
    }

    /// The tap's id, the same each time it is sent.
    package var tap: TapID
    /// The page's URL.
    package var url: String
    /// The action's verb, if the card gave one.
    package var verb: String?
    /// The action's data, merged with the values of the inputs as Adaptive Cards defines it: all values of inputs are
    /// strings, and empty ones are left out.
    package var data: JSONValue
    package var transaction: Int
    package var context: RequestContext

    package init(
        tap: TapID,
        url: String,
        verb: String?,
        data: JSONValue,
        transaction: Int,
        context: RequestContext
    ) {
        self.tap = tap
        self.url = url
        self.verb = verb
        self.data = data
        self.transaction = transaction
        self.context = context
    }
}
