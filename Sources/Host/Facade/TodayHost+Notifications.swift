package import HostStore
package import Notifications
package import TodayProtocol
package import TodayScreen

extension TodayHost {
    private var missing: HostError { HostError(.internal, "Not there yet.") }
    package func notifications(for viewer: Viewer) async throws(HostError) -> NotificationsState { throw missing }
    package func notificationSummary(for viewer: Viewer) async throws(HostError) -> NotificationSummary {
        throw missing
    }
    package func notification(_ id: DeliveredID, for viewer: Viewer) async throws(HostError) -> ShownNotification? {
        throw missing
    }
    package func notificationEvents(for viewer: Viewer, after position: ScreenPosition?) -> AsyncStream<
        NotificationEvent
    > { AsyncStream { $0.finish() } }
    package func answer(_ answer: NotificationAnswer, on surface: SurfaceID, viewer: Viewer) async throws(HostError)
        -> AnswerOutcome
    { throw missing }
    package func dismiss(_ notifications: [DeliveredID]) async throws(HostError) { throw missing }
    package func dismissAll(of app: AppID?) async throws(HostError) { throw missing }
    package func retryResponse(_ id: String) async throws(HostError) { throw missing }
    package func discardResponse(_ id: String) async throws(HostError) { throw missing }
    package func pendingNotifications(of app: AppID?, limit: Int, for viewer: Viewer) async throws(HostError)
        -> [PendingNotification]
    { throw missing }
    package func removeNotifications(of app: AppID, identifiers: [String]?, pending: Bool, delivered: Bool)
        async throws(HostError)
    { throw missing }
    package func notificationSettings(language: String) async throws(HostError) -> [AppNotificationDescription] {
        throw missing
    }
    package func setNotificationSettings(
        _ authorization: NotificationSettings.Authorization,
        allowed: Set<NotificationAuthorizationOption>,
        of app: AppID
    ) async throws(HostError) { throw missing }
    package func passcodeState(on surface: SurfaceID) async throws(HostError) -> PasscodeState { throw missing }
    package func unlock(with passcode: String, on surface: SurfaceID) async throws(HostError) { throw missing }
    package func setPasscode(_ passcode: String?, current: String?, on surface: SurfaceID) async throws(HostError) {
        throw missing
    }
    package func post(_ notification: ScriptNotification) async throws(HostError) -> String { throw missing }
    package func scriptResponse(to identifier: String) async throws(HostError) -> NotificationResponse? {
        throw missing
    }
}
