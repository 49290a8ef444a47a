package import JSONRPC

/// Process to host: sets the app's categories and removes all others.
///
/// Refused as a whole if a category has more than four actions for the default context or two for the minimal one, if
/// an action has two different definitions, if two categories have the same identifier, or if there are more than 64.
package struct NotificationsCategoriesRequest: RPCRequest {
    package static let method = "notifications/categories"
    package typealias Reply = EmptyReply

    package var categories: [NotificationCategory]
    package var transaction: Int?

    package init(categories: [NotificationCategory], transaction: Int? = nil) {
        self.categories = categories
        self.transaction = transaction
    }
}
