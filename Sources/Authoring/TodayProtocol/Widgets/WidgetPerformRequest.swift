package import JSON
import JSONRPC

/// Host to widget: performs an action that the person tapped.
///
/// The tap is on disk before this is sent, and is sent again under the same id until it is answered. The widget's
/// writes with this transaction's number are committed together with the reply, or not at all. An error with the code
/// `failed` ends the tap: it is not repeated, nothing is written, and the message is shown to the person.
package struct WidgetPerformRequest: RPCRequest {
    package static let method = "widget/perform"

    /// The tap's id, which is the same when it is repeated.
    package var tap: TapID
    /// The action's verb, if it has one.
    package var verb: String?
    /// The action's data, as the card gave it.
    package var data: JSONValue
    /// The transaction that collects the widget's changes.
    package var transaction: Int
    package var context: RequestContext

    package init(tap: TapID, verb: String?, data: JSONValue, transaction: Int, context: RequestContext) {
        self.tap = tap
        self.verb = verb
        self.data = data
        self.transaction = transaction
        self.context = context
    }
}
