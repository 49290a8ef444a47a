package import Host
package import HostStore
package import Notifications
package import TodayProtocol
package import TodayScreen

/// What surfaces and the command line ask of the host about notifications.
///
/// ``Host/TodayHost`` has the contract of each function.
package protocol NotificationFacade: Sendable {
    /// The listed notifications, and what goes beside the list.
    func notifications(for viewer: Viewer) async throws(HostError) -> NotificationsState
    /// What goes beside the list alone: badges, questions, failures.
    func notificationSummary(for viewer: Viewer) async throws(HostError) -> NotificationSummary
    /// One notification; none if it is gone.
    func notification(_ id: DeliveredID, for viewer: Viewer) async throws(HostError) -> ShownNotification?
    /// What a surface must show that it does not show yet, now and from now on.
    func notificationEvents(for viewer: Viewer, after position: ScreenPosition?) -> AsyncStream<NotificationEvent>
    /// Does what a person chose on a notification, durably, once.
    func answer(_ answer: NotificationAnswer, on surface: SurfaceID, viewer: Viewer) async throws(HostError)
        -> AnswerOutcome
    /// Dismisses notifications; those that are gone are passed over.
    func dismiss(_ notifications: [DeliveredID]) async throws(HostError)
    /// Dismisses all notifications, or all of an app.
    func dismissAll(of app: AppID?) async throws(HostError)
    /// Has an app asked again for a response that it failed at.
    func retryResponse(_ id: String) async throws(HostError)
    /// Forgets a response that its app failed at.
    func discardResponse(_ id: String) async throws(HostError)
    /// The scheduled notifications, soonest first: of an app, or of all.
    func pendingNotifications(of app: AppID?, limit: Int, for viewer: Viewer) async throws(HostError)
        -> [PendingNotification]
    /// Takes back notifications of an app, by identifier or all.
    func removeNotifications(of app: AppID, identifiers: [String]?, pending: Bool, delivered: Bool)
        async throws(HostError)
    /// What the person allows each app that asked, by name.
    func notificationSettings(language: String) async throws(HostError) -> [AppNotificationDescription]
    /// Decides what an app's notifications may do.
    func setNotificationSettings(
        _ authorization: NotificationSettings.Authorization,
        allowed: Set<NotificationAuthorizationOption>,
        of app: AppID
    ) async throws(HostError)
    /// What a surface has to know of the passcode.
    func passcodeState(on surface: SurfaceID) async throws(HostError) -> PasscodeState
    /// Takes the passcode on a surface, where it then holds for a minute.
    func unlock(with passcode: String, on surface: SurfaceID) async throws(HostError)
    /// Sets the passcode, or removes it; with the present one if there is one.
    func setPasscode(_ passcode: String?, current: String?, on surface: SurfaceID) async throws(HostError)
    /// Schedules a notification of the built-in app *Scripts*; returns its identifier.
    func post(_ notification: ScriptNotification) async throws(HostError) -> String
    /// Waits for what the person does with a notification of *Scripts*; none if it went away unanswered.
    func scriptResponse(to identifier: String) async throws(HostError) -> NotificationResponse?
}
