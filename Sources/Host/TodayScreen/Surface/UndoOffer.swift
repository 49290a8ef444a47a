package import JSON

/// An offer to undo what a tap did: a message, and the tap that undoes it.
///
/// The surface makes that tap's id from the first one's, so that it is done once however often it is sent.
package struct UndoOffer: Codable, Hashable, Sendable {
    /// What was done.
    package var message: String
    /// The data of the action that undoes it.
    package var data: JSONValue
    /// The verb of that action, if it has one.
    package var verb: String?
    /// How long a surface shows the offer at least.
    package var seconds: Int

    /// Makes an offer.
    package init(message: String, data: JSONValue, verb: String? = nil, seconds: Int) {
        self.message = message
        self.data = data
        self.verb = verb
        self.seconds = seconds
    }
}
