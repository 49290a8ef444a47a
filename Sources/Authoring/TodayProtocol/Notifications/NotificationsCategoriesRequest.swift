package import JSONRPC

/// Process to host: sets all of the app's categories; earlier ones that are not among them are gone.
///
/// Refused as a whole if a category names more than four actions for the default context or two for the minimal one, if
/// an action has two different definitions, if two categories have one identifier, or if there are more than 64.
package struct NotificationsCategoriesRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "notifications/categories"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// The app's categories.
    package var categories: [NotificationCategory]
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Sets categories.
    package init(categories: [NotificationCategory], transaction: Int? = nil) {
        self.categories = categories
        self.transaction = transaction
    }
}
