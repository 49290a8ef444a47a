import JSONRPC

/// Host to app: asks how to show a notification that is delivered while one of the app's pages is visible.
///
/// The host waits two seconds for the reply and then shows the notification as usual.
package struct AppPresentRequest: RPCRequest {
    package static let method = "app/present"

    package struct Reply: Codable, Hashable, Sendable {
        /// The ways in which it is shown; if there are none, the notification is withdrawn.
        package var options: Set<NotificationPresentationOption>

        package init(options: Set<NotificationPresentationOption>) { self.options = options }
    }

    /// The largest number of ``pages``.
    package static let pageLimit = 16

    package var notification: DeliveredNotification
    /// The URLs of the app's visible pages, sorted, each once; `nil` from a host that does not say.
    package var pages: [String]?
    package var context: RequestContext

    package init(notification: DeliveredNotification, pages: [String]? = nil, context: RequestContext) {
        self.notification = notification
        self.pages = pages
        self.context = context
    }
}

/// A way in which a notification is shown while its app is visible.
public enum NotificationPresentationOption: String, Codable, Hashable, Sendable, CaseIterable {
    /// As a banner on pages and as a bubble on the desktop.
    case banner
    /// In the list of notifications.
    case list
    /// With its sound.
    case sound
    /// With its badge.
    case badge
}

/// Host to app: passes on the person's response to a notification.
///
/// It is delivered at least once, in the order of the app's responses, and never after it was acknowledged: what the
/// app changes through the host in the transaction is committed together with the acknowledgement. If the app fails or
/// ends before it answers, the response is sent again under the same id. A response in the foreground may open a page
/// with `open`.
package struct AppRespondRequest: RPCRequest {
    package static let method = "app/respond"

    package var response: NotificationResponse
    /// The time that the app has to finish, in milliseconds; then the host ends its process.
    package var budgetMilliseconds: Int
    package var transaction: Int
    package var context: RequestContext

    package init(response: NotificationResponse, budgetMilliseconds: Int, transaction: Int, context: RequestContext) {
        self.response = response
        self.budgetMilliseconds = budgetMilliseconds
        self.transaction = transaction
        self.context = context
    }
}
