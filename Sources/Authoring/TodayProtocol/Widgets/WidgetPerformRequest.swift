package import JSON
package import JSONRPC

/// Host to widget: does what the person tapped.
///
/// The tap is on disk before this is sent, and it is sent again under the same id until it is answered. What the widget
/// writes with this transaction's number is committed together with the answer, or not at all. An error of the code
/// `failed` ends the tap: it is not repeated, nothing is written, and its sentence is shown to the person.
package struct WidgetPerformRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "widget/perform"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// The tap's id, the same each time it is sent.
    package var tap: TapID
    /// The action's verb, if the card gave one.
    package var verb: String?
    /// The action's data, as the card gave it.
    package var data: JSONValue
    /// The transaction that collects the effects.
    package var transaction: Int
    /// What the process cannot know.
    package var context: RequestContext

    /// Hands over a tap.
    package init(tap: TapID, verb: String?, data: JSONValue, transaction: Int, context: RequestContext) {
        self.tap = tap
        self.verb = verb
        self.data = data
        self.transaction = transaction
        self.context = context
    }
}
