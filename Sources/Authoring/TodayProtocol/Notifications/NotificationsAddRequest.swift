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
