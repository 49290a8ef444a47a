import JSONRPC

/// Host to app, or to a use of its Share or Action extension: passes on what the person shared.
///
/// The content is on disk before the app gets it. The host repeats it under the same id until it is answered, even
/// after a restart, and commits the app's changes together with the answer. Repetition and the transaction are as in
/// ``AppPerformRequest``.
package struct AppShareRequest: RPCRequest {
    package static let method = "app/share"

    package struct Reply: Codable, Hashable, Sendable {
        /// The largest length of a message, in characters; the host cuts off the rest.
        package static let messageLimit = 200

        /// A sentence that says what was done, in the language of the context, such as “Added Milk”; if left out, the
        /// surface says only that it was shared.
        package var message: String?
        /// The text that an Action extension returns to where the content came from.
        package var text: String?
        /// `true` if the use of an extension with a program continues with its page, which ends it later.
        package var page: Bool?

        package init(message: String? = nil, text: String? = nil, page: Bool? = nil) {
            self.message = message
            self.text = text
            self.page = page
        }
    }

    /// The id of the share, the same each time it is sent.
    package var share: TapID
    package var content: SharedContent
    package var transaction: Int
    package var context: RequestContext

    package init(share: TapID, content: SharedContent, transaction: Int, context: RequestContext) {
        self.share = share
        self.content = content
        self.transaction = transaction
        self.context = context
    }
}
