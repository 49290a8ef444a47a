package import JSON
import JSONRPC

/// Process to host: offers the person a button that undoes the action of the tap that the process performs.
///
/// It is part of the tap's transaction. When the tap is done, the surface shows the message with a button *Undo* for
/// some seconds, and longer while the pointer or the focus is on it. The button is a tap of its own on the same widget
/// or page: the process performs it with ``data``, exactly once.
package struct UndoOfferRequest: RPCRequest {
    package static let method = "undo/offer"
    /// The allowed values of ``seconds``.
    package static let secondsRange = 8...60
    /// The largest size of ``data``, in bytes of JSON.
    package static let dataLimit = 16 * 1024
    /// The largest length of ``message``, in characters.
    package static let messageLimit = 200

    /// A sentence that says what was done, in the language of the surface, such as “The list was cleared”.
    package var message: String
    /// The data of the action that undoes it.
    package var data: JSONValue
    /// The verb of that action.
    package var verb: String?
    /// The shortest time for which the offer is shown, in seconds, 8 to 60; 10 if left out.
    package var seconds: Int?
    package var transaction: Int?

    package init(
        message: String,
        data: JSONValue,
        verb: String? = nil,
        seconds: Int? = nil,
        transaction: Int? = nil
    ) {
        self.message = message
        self.data = data
        self.verb = verb
        self.seconds = seconds
        self.transaction = transaction
    }
}
