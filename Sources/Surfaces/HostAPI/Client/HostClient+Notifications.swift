package import Host
package import HostStorage
package import Notifications
package import TodayProtocol
package import TodayScreen

extension HostClient {
    /// The listed notifications, and what goes beside the list.
    package func notifications(for viewer: Viewer) async throws(HostError) -> NotificationsState {
        try await connection.get("notifications", viewer: viewer)
    }

    /// What goes beside the list alone: badges, questions, failures.
    package func notificationSummary(for viewer: Viewer) async throws(HostError) -> NotificationSummary {
        try await connection.get("notifications", "summary", viewer: viewer)
    }

    /// One notification; none if it is gone.
    package func notification(_ id: DeliveredID, for viewer: Viewer) async throws(HostError) -> ShownNotification? {
        do throws(HostError) {
            return try await connection.get("notifications", "delivered", id.description, viewer: viewer)
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }

    /// Receives what happens to notifications, until `receive` throws, the task is cancelled or the host ends.
    ///
    /// - Parameters:
    ///   - viewer: Who looks.
    ///   - position: What is shown already; none gets everything.
    ///   - receive: Called for each event, in order; the next waits for it.
    /// - Throws: What `receive` throws, or ``Host/HostError``.
    package func watchNotifications(
        for viewer: Viewer,
        after position: ScreenPosition? = nil,
        _ receive: (NotificationEvent) async throws -> Void
    ) async throws {
        let query = position.map { ["after": $0.description] } ?? [:]
        try await connection.stream("notifications", "events", query: query, viewer: viewer) { event in
            if let event = try NotificationEvent(event) { try await receive(event) }
        }
    }

    /// Does what a person chose on a notification, durably, once; the surface is this client.
    package func answer(_ answer: NotificationAnswer, viewer: Viewer) async throws(HostError) -> AnswerOutcome {
        try await connection.send("POST", "notifications", "answer", body: answer, viewer: viewer)
    }

    /// Dismisses notifications; those that are gone are passed over.
    package func dismiss(_ notifications: [DeliveredID]) async throws(HostError) {
        try await connection.order(
            "POST",
            "notifications",
            "dismiss",
            body: DismissNotificationsRequest.notifications(ids: notifications)
        )
    }

    /// Dismisses all notifications, or all of an app.
    package func dismissAll(of app: AppID?) async throws(HostError) {
        let order = app.map { DismissNotificationsRequest.app(id: $0) } ?? .all
        try await connection.order("POST", "notifications", "dismiss", body: order)
    }

    /// Has an app asked again for a response that it failed at.
    package func retryResponse(_ id: String) async throws(HostError) {
        try await connection.order("POST", "responses", id, "retry")
    }

    /// Forgets a response that its app failed at.
    package func discardResponse(_ id: String) async throws(HostError) {
        try await connection.order("DELETE", "responses", id)
    }

    /// The scheduled notifications, soonest first, at most 1,000: of an app, or of all.
    package func pendingNotifications(
        of app: AppID?,
        limit: Int,
        for viewer: Viewer
    ) async throws(HostError) -> [PendingNotification] {
        var query = ["limit": String(limit)]
        query["app"] = app?.rawValue
        return try await connection.get("notifications", "pending", query: query, viewer: viewer)
    }

    /// Takes back notifications of an app, by identifier (at most 1,000) or all.
    package func removeNotifications(
        of app: AppID,
        identifiers: [String]?,
        pending: Bool,
        delivered: Bool
    ) async throws(HostError) {
        let order = RemoveNotificationsRequest(
            app: app,
            identifiers: identifiers,
            pending: pending,
            delivered: delivered
        )
        try await connection.order("POST", "notifications", "remove", body: order)
    }
}

// MARK: - Scripts

extension HostClient {
    /// Schedules a notification of the built-in app *Scripts*; returns its identifier.
    package func post(_ notification: ScriptNotification) async throws(HostError) -> String {
        let posted: PostNotificationReply = try await connection.send("POST", "notifications", body: notification)
        return posted.identifier
    }

    /// Waits, however long, for what the person does with a notification of *Scripts*; none if it went away unanswered.
    ///
    /// It asks again and again, so it outlives a connection that breaks but not the host. It ends with `internal` when
    /// its task is cancelled.
    package func scriptResponse(to identifier: String) async throws(HostError) -> NotificationResponse? {
        while !Task.isCancelled {
            let answer: ScriptResponseReply =
                try await connection.get("notifications", "scripts", identifier, "response")
            switch answer {
            case .answered(let response): return response
            case .gone: return nil
            case .waiting: continue
            }
        }
        throw HostError(.internal, "Nobody waits for the answer any more.")
    }
}

// MARK: - Settings

extension HostClient {
    /// What the person allows each app that asked, by name.
    package func notificationSettings(language: String) async throws(HostError) -> [AppNotificationDescription] {
        try await connection.get("settings", "notifications", viewer: Viewer(language: language, zone: "UTC"))
    }

    /// Decides what an app's notifications may do.
    package func setNotificationSettings(
        _ authorization: NotificationSettings.Authorization,
        allowed: Set<NotificationAuthorizationOption>,
        of app: AppID
    ) async throws(HostError) {
        try await connection.order(
            "PUT",
            "settings",
            "notifications",
            app.rawValue,
            body: SetNotificationSettingsRequest(authorization: authorization, allowed: allowed)
        )
    }

    /// What this client has to know of the passcode.
    package func passcodeState() async throws(HostError) -> PasscodeState { try await connection.get("passcode") }

    /// Takes the passcode for this client, for which it then holds a minute.
    package func unlock(with passcode: String) async throws(HostError) {
        try await connection.order("POST", "passcode", "unlock", body: UnlockRequest(passcode: passcode))
    }

    /// Sets the passcode, or removes it; with the present one if there is one.
    package func setPasscode(_ passcode: String?, current: String?) async throws(HostError) {
        try await connection.order("PUT", "passcode", body: SetPasscodeRequest(passcode: passcode, current: current))
    }
}
