import JSONRPC

/// Process to host: sets the app's categories and removes all others.
///
/// Refused as a whole if a category has more than four actions for the default context or two for the minimal one, if
/// an action has two different definitions, if two categories have the same identifier, or if there are more than 64.
package struct NotificationsCategoriesRequest: RPCRequest {
    package static let method = "notifications/categories"

    package var categories: [NotificationCategory]
    package var transaction: Int?

    package init(categories: [NotificationCategory], transaction: Int? = nil) {
        self.categories = categories
        self.transaction = transaction
    }
}

/// Process to host: reads the app's categories, in the order in which the app set them.
///
/// It returns what was committed before, even within a transaction.
package struct NotificationsRegisteredCategoriesRequest: RPCRequest {
    package static let method = "notifications/registeredCategories"

    package struct Reply: Codable, Hashable, Sendable {
        /// At most 64 categories; empty if the app has not set any.
        package var categories: [NotificationCategory]

        package init(categories: [NotificationCategory]) { self.categories = categories }
    }

    package init() {}
}
