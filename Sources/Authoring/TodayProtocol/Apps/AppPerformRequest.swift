package import JSON
import JSONRPC

/// Host to app: does what the person tapped or submitted on one of its pages.
///
/// It carries the page's URL, so that it works on an app that was ended meanwhile. The inputs have been checked against
/// the page's card. Taps, repetition and the transaction are as in ``WidgetPerformRequest``.
package struct AppPerformRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "app/perform"

    /// What the app answers.
    package struct Reply: Codable, Hashable, Sendable {
        /// What is wrong with which input, by the input's id; then nothing else was done.
        package var inputErrors: [String: String]?

        /// Makes an answer.
        package init(inputErrors: [String: String]? = nil) { self.inputErrors = inputErrors }
    }

    /// The tap's id, the same each time it is sent.
    package var tap: TapID
    /// The page's URL.
    package var url: String
    /// The action's verb, if the card gave one.
    package var verb: String?
    /// The action's data with the inputs' values merged over it, as Adaptive Cards has it: all values of inputs are
    /// strings, those that are empty are left out.
    package var data: JSONValue
    /// The transaction that collects the effects.
    package var transaction: Int
    /// What the process cannot know.
    package var context: RequestContext

    /// Hands over a tap.
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
