import JSONRPC

/// Process to host: schedules a notification of the app, which is on disk when the host replies.
///
/// It replaces a pending request with the same identifier. An app may have up to 200,000 pending requests.
package struct NotificationsAddRequest: RPCRequest {
    package static let method = "notifications/add"

    package var request: NotificationRequest
    package var transaction: Int?

    package init(request: NotificationRequest, transaction: Int? = nil) {
        self.request = request
        self.transaction = transaction
    }
}

/// Process to host: reads a page of the app's pending requests, ordered by identifier.
package struct NotificationsPendingRequest: RPCRequest {
    package static let method = "notifications/pending"

    package struct Reply: Codable, Hashable, Sendable {
        package var requests: [NotificationRequest]
        /// The last identifier of the page; left out at the end.
        package var next: String?

        package init(requests: [NotificationRequest], next: String?) {
            self.requests = requests
            self.next = next
        }
    }

    /// The identifier after which the page begins; the first page if left out.
    package var after: String?

    package init(after: String? = nil) { self.after = after }
}

/// Process to host: reads a page of the app's delivered notifications that were neither answered nor removed, ordered by
/// identifier.
package struct NotificationsDeliveredRequest: RPCRequest {
    package static let method = "notifications/delivered"

    package struct Reply: Codable, Hashable, Sendable {
        package var notifications: [DeliveredNotification]
        /// The last identifier of the page; left out at the end.
        package var next: String?

        package init(notifications: [DeliveredNotification], next: String?) {
            self.notifications = notifications
            self.next = next
        }
    }

    /// The identifier after which the page begins; the first page if left out.
    package var after: String?

    package init(after: String? = nil) { self.after = after }
}

/// Process to host: removes pending requests, delivered notifications or both, by identifier or all of them.
///
/// Unknown identifiers are ignored.
package struct NotificationsRemoveRequest: RPCRequest {
    package static let method = "notifications/remove"

    /// The identifiers to remove, at most 1,000; all if left out.
    package var identifiers: [String]?
    /// `true` to remove pending requests.
    package var pending: Bool
    /// `true` to remove delivered notifications.
    package var delivered: Bool
    package var transaction: Int?

    package init(identifiers: [String]?, pending: Bool, delivered: Bool, transaction: Int? = nil) {
        self.identifiers = identifiers
        self.pending = pending
        self.delivered = delivered
        self.transaction = transaction
    }
}

/// Process to host: sets or reads the badge of the app's icon.
///
/// While the app's inbox has messages, the badge is the number of unread ones, and setting it has no effect.
package struct NotificationsBadgeRequest: RPCRequest {
    package static let method = "notifications/badge"

    package struct Reply: Codable, Hashable, Sendable {
        /// The current badge; 0 if there is none.
        package var number: Int

        package init(number: Int) { self.number = number }
    }

    /// The badge, 0 to 999,999; 0 removes it, `nil` only reads it.
    package var number: Int?
    package var transaction: Int?

    package init(number: Int?, transaction: Int? = nil) {
        self.number = number
        self.transaction = transaction
    }
}

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

/// Process to host: asks the person to allow the app's notifications.
///
/// The host replies at once with the current settings; the person's answer arrives as `settings/changed`. The person is
/// asked once: asking again for the same options changes nothing, and asking for more asks only for the additional
/// ones. Consent adds them to the options that are allowed; neither answer removes any.
package struct NotificationsAuthorizeRequest: RPCRequest {
    package static let method = "notifications/authorize"
    package typealias Reply = NotificationSettings

    /// The options that the app needs.
    package var options: Set<NotificationAuthorizationOption>

    package init(options: Set<NotificationAuthorizationOption>) { self.options = options }
}

/// Process to host: reads the current settings of the app's notifications.
package struct NotificationsSettingsRequest: RPCRequest {
    package static let method = "notifications/settings"
    package typealias Reply = NotificationSettings

    package init() {}
}

/// Host to process: the settings of the app's notifications changed.
///
/// Sent to the app and its widgets; only the newest unsent change is kept.
package struct SettingsChangedNotification: RPCNotification {
    package static let method = "settings/changed"

    /// The new settings.
    package var notifications: NotificationSettings

    package init(notifications: NotificationSettings) { self.notifications = notifications }
}
