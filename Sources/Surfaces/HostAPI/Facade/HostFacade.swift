package import DeviceSync
package import Foundation
package import Host
package import HostStorage
package import Notifications
package import TodayProtocol
package import TodayScreen

/// What surfaces and the command line ask of the host.
///
/// ``Host/TodayHost`` is the one of the product, and has the contract of each function; tests of surfaces bring one
/// that lives in memory and starts no process.
package protocol HostFacade: NotificationFacade, MessageFacade {
    /// Everything that the Today screen shows now.
    func screen(for viewer: Viewer, opens: Bool) async throws(HostError) -> ScreenState
    /// Waits until what a viewer sees is as new as it gets, or failed; gives up after a time.
    func settle(for viewer: Viewer, within limit: Duration) async
    /// What a page must show that it does not show yet, now and from now on.
    func events(for viewer: Viewer, after position: ScreenPosition?, scene: String?) -> AsyncStream<ScreenEvent>
    /// Puts these widgets on the screen, in this order, and takes every other one off.
    func setScreen(_ widgets: [WidgetID]) async throws(HostError)
    /// Asks a widget for an update, and waits until its content is on the screen or it failed.
    func reload(_ widget: WidgetID) async throws(HostError)
    /// Does what a person tapped, durably and once per tap id.
    func perform(_ tap: Tap, viewer: Viewer) async throws(HostError) -> TapOutcome
    /// The newest updates of a widget, newest first.
    func ledger(of widget: WidgetID, limit: Int) async throws(HostError) -> [LedgerEntry]
    /// Finds out where an address leads; starts its app if it is one of an app's.
    func open(url: String, source: OpenOrigin, viewer: Viewer) async throws(HostError) -> OpenOutcome
    /// Asks an app for the page of a URL.
    func scene(url: String, viewer: Viewer) async throws(HostError) -> SceneState
    /// The installed apps, by name.
    func apps(language: String) async throws(HostError) -> [AppDescription]
    /// Finds an app by its bundle identifier or an unambiguous name.
    func findApp(_ name: String) async throws(HostError) -> AppID
    /// Finds a widget by its bundle identifier or an unambiguous name.
    func findWidget(_ name: String) async throws(HostError) -> WidgetID
    /// Installs the bundle at a path of this machine, or the newer version of one.
    func install(path: String, consent: InstallConsent) async throws(HostError) -> InstallOutcome
    /// Ends an app's processes and removes it.
    func uninstall(_ app: AppID, keepsData: Bool) async throws(HostError)
    /// Lets an app's processes fetch from a host, or no longer.
    func setAllowed(_ host: String, _ isAllowed: Bool, for app: AppID) async throws(HostError)
    /// The values of a group's shared defaults, all or of one key.
    func defaults(of group: GroupID, key: String?) async throws(HostError) -> [String: PropertyValue]
    /// Sets a key of a group's shared defaults, or removes it.
    func setDefault(_ value: PropertyValue?, for key: String, in group: GroupID) async throws(HostError)
    /// A value that a surface keeps in the host's database.
    func setting(_ name: String) async throws(HostError) -> String?
    /// Keeps a value for a surface, or removes it; on disk when this returns.
    func setSetting(_ name: String, _ value: String?) async throws(HostError)
    /// Signs a browser in by the hash of its token.
    func beginSession(tokenHash: String) async throws(HostError)
    /// Notes that a browser was seen.
    func touchSession(tokenHash: String) async throws(HostError)
    /// Signs a browser out.
    func endSession(tokenHash: String) async throws(HostError)
    /// When a browser was last seen; `nil` if it is not signed in.
    func sessionLastSeen(tokenHash: String) async throws(HostError) -> Date?
    /// Fetches an image that a card shows, from any public host and without credentials.
    func image(at url: String) async throws(HostError) -> (mediaType: String, bytes: [UInt8])
}

extension TodayHost: HostFacade {}

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

/// What surfaces and the command line ask of the host about messages, topics and the cloud.
///
/// ``Host/TodayHost`` has the contract of each function.
package protocol MessageFacade: Sendable {
    /// A page of the messages of an app, or of all apps, the newest first.
    func messages(of app: AppID?, after: MessageID?, limit: Int, matching: String?) async throws(HostError)
        -> MessagePage
    /// One message; none if it is unknown, deleted or expired.
    func message(_ id: MessageID, of app: AppID) async throws(HostError) -> ShownMessage?
    /// The body of a message, from this device.
    func messageBody(_ id: MessageID, of app: AppID) async throws(HostError) -> SanitizedMessageBody
    /// A picture that the body of a message shows, from this device.
    func messageImage(_ name: String, of id: MessageID, of app: AppID) async throws(HostError)
        -> (mediaType: String, bytes: [UInt8])
    /// Finds messages by their ids, in the inbox of an app or of any.
    func findMessages(_ ids: [MessageID], of app: AppID?) async throws(HostError) -> [MessageReference]
    /// Marks messages as read or unread, at once here and later on the person's other devices.
    func setRead(_ isRead: Bool, _ messages: [MessageReference]) async throws(HostError)
    /// Deletes messages, at once here and later on the person's other devices.
    func deleteMessages(_ messages: [MessageReference]) async throws(HostError)
    /// Asks the cloud for the inboxes, and waits until they are here or it failed.
    func refreshMessages() async throws(HostError)
    /// How the host stands with its cloud.
    func cloudStatus() async throws(HostError) -> CloudStatus
    /// Joins a cloud with a one-time token, in place of the one before.
    func link(url: String, token: String, name: String?, isInsecure: Bool) async throws(HostError) -> CloudStatus
    /// Leaves the cloud.
    func unlink() async throws(HostError)
    /// The topics that the person's devices are subscribed to, by name.
    func topics() async throws(HostError) -> [String]
    /// Subscribes the person's devices to a topic, or no longer.
    func setTopic(_ name: String, subscribed: Bool) async throws(HostError)
    /// What it takes to send to an app through the cloud that runs inside the host; of the first app without one.
    func senderKeys(of app: AppID?) async throws(HostError) -> SenderKeys
}
