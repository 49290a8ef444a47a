package import JSON

/// An offer to undo the effect of a tap, with a message and the action that undoes it.
///
/// The surface derives the id of the undoing tap from that of the first, so that it is performed once however often it
/// is sent.
package struct UndoOffer: Codable, Hashable, Sendable {
    /// A sentence that says what was done.
    package var message: String
    /// The data of the action that undoes it.
    package var data: JSONValue
    /// The verb of that action; `nil` if it has none.
    package var verb: String?
    /// Shortest time that a surface shows the offer, in seconds.
    package var seconds: Int

    package init(message: String, data: JSONValue, verb: String? = nil, seconds: Int) {
        self.message = message
        self.data = data
        self.verb = verb
        self.seconds = seconds
    }
}
