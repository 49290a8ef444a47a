import JSONRPC
import TodayProtocol

/// One method that processes may call: who may, and how it begins.
///
/// `begin` is called in the order in which the process asked; it answers at once, or hands the request to something
/// that keeps that order.
struct SessionMethod: Sendable {
    /// Whether a widget may call it; an app may call every method.
    var isForWidgets: Bool
    /// Begins to answer.
    var begin: @Sendable (IncomingRequest, ProcessSession) throws(RPCError) -> Void

    /// The method table.
    static let all: [String: SessionMethod] = {
        var table: [String: SessionMethod] = [:]
        func add<Request: RPCRequest>(
            _ type: Request.Type,
            isForWidgets: Bool = true,
            _ begin: @escaping @Sendable (Request, IncomingRequest, ProcessSession) throws(RPCError) -> Void
        ) {
            table[Request.method] = SessionMethod(isForWidgets: isForWidgets) {
                (request, session) throws(RPCError) in
                try begin(try request.decode(type), request, session)
            }
        }
        add(DefaultsGetRequest.self, ProcessSession.get)
        add(DefaultsSetRequest.self, ProcessSession.set)
        add(DefaultsRemoveRequest.self, ProcessSession.remove)
        add(DefaultsAllRequest.self, ProcessSession.all)
        add(HTTPFetchRequest.self, ProcessSession.fetch)
        add(OpenRequest.self, ProcessSession.open)
        add(WidgetsReloadRequest.self, ProcessSession.reload)
        add(WidgetsSetHasContentRequest.self, ProcessSession.setHasContent)
        add(ScenesReloadRequest.self, isForWidgets: false, ProcessSession.reloadScenes)
        add(NotificationsAddRequest.self, ProcessSession.addNotification)
        add(NotificationsPendingRequest.self, ProcessSession.pendingNotifications)
        add(NotificationsDeliveredRequest.self, ProcessSession.deliveredNotifications)
        add(NotificationsRemoveRequest.self, ProcessSession.removeNotifications)
        add(NotificationsBadgeRequest.self, ProcessSession.badge)
        add(NotificationsAuthorizeRequest.self, isForWidgets: false, ProcessSession.authorize)
        add(NotificationsSettingsRequest.self, isForWidgets: false, ProcessSession.notificationSettings)
        add(NotificationsCategoriesRequest.self, isForWidgets: false, ProcessSession.setCategories)
        add(MessagesListRequest.self, isForWidgets: false, ProcessSession.listMessages)
        add(MessagesReadRequest.self, isForWidgets: false, ProcessSession.markMessages)
        add(MessagesDeleteRequest.self, isForWidgets: false, ProcessSession.deleteMessages)
        add(MessagesRefreshRequest.self, isForWidgets: false, ProcessSession.refreshMessages)
        return table
    }()
}
