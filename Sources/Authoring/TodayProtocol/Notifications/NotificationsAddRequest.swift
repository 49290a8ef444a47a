package import JSONRPC

/// Process to host: schedules a notification of the app; on disk when it is answered.
///
/// A pending request with the same identifier is replaced. An app may have up to 200,000 pending ones.
package struct NotificationsAddRequest: RPCRequest {
    /// The method's name on the wire.
    package static let method = "notifications/add"
    /// Nothing but that it is done.
    package typealias Reply = EmptyReply

    /// The notification.
    package var request: NotificationRequest
    /// The transaction that this belongs to, if any.
    package var transaction: Int?

    /// Schedules a notification.
    package init(request: NotificationRequest, transaction: Int? = nil) {
        self.request = request
        self.transaction = transaction
    }
}
