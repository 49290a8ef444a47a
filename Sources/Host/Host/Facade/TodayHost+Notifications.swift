package import HostStorage
package import Notifications
package import TodayProtocol
package import TodayScreen

// MARK: - What surfaces show

extension TodayHost {
    /// The listed notifications of the apps whose alerts are in force, and what goes beside the list.
    ///
    /// - Parameter viewer: Who looks.
    /// - Returns: The newest 200, by app.
    /// - Throws: ``HostError``.
    package func notifications(for viewer: Viewer) async throws(HostError) -> NotificationsState {
        try await translating { try await self.parts.notifications.reader.state(in: viewer.language) }
    }

    /// What goes beside the list alone: badges, questions, failures.
    package func notificationSummary(for viewer: Viewer) async throws(HostError) -> NotificationSummary {
        try await translating { try await self.parts.notifications.reader.summary(in: viewer.language) }
    }

    /// One notification; none if it is gone, or if its app may show none now.
    package func notification(_ id: DeliveredID, for viewer: Viewer) async throws(HostError) -> ShownNotification? {
        try await translating { try await self.parts.notifications.reader.notification(id, in: viewer.language) }
    }

    /// What a surface must show that it does not show yet, now and from now on.
    ///
    /// The stream ends when the host stops or its task is cancelled. Events that wait are merged; more than 256
    /// notifications become one event with everything.
    ///
    /// - Parameters:
    ///   - viewer: Who looks.
    ///   - position: What the surface shows; none or one from another epoch gets everything.
    /// - Returns: The events.
    package func notificationEvents(
        for viewer: Viewer,
        after position: ScreenPosition?
    ) -> AsyncStream<NotificationEvent> {
        parts.notifications.followers.events(
            in: viewer.language,
            after: position.map { (epoch: $0.epoch, revision: $0.revision) }
        )
    }

    /// The scheduled notifications, soonest first: of an app, or of all; up to 1,000.
    package func pendingNotifications(
        of app: AppID?,
        limit: Int,
        for viewer: Viewer
    ) async throws(HostError) -> [PendingNotification] {
        try await translating {
            try await self.parts.notifications.reader.pending(of: app, limit: limit, in: viewer.language)
        }
    }
}

// MARK: - What people do

extension TodayHost {
    /// Does what a person chose on a notification, durably, once.
    ///
    /// A background action returns when it is on disk, unless the answer waits; a foreground one, and opening the
    /// notification itself, when the app has acknowledged it, with the address to open: the one that the app opened, the
    /// notification's own, or the app's.
    ///
    /// - Parameters:
    ///   - answer: What was chosen.
    ///   - surface: Where; the passcode holds there.
    ///   - viewer: Who chose.
    /// - Returns: What became of it; `gone` if somebody else was first.
    /// - Throws: ``HostError``: `invalid` for an action that is not offered or a text that is missing, too much or too
    ///   long; `passcodeRequired`, `passcodeWrong` and `passcodeNotSet` for an action that asks for it. Nothing was done
    ///   then.
    package func answer(
        _ answer: NotificationAnswer,
        on surface: SurfaceID,
        viewer: Viewer
    ) async throws(HostError) -> AnswerOutcome {
        try await translating {
            try await self.parts.notifications.desk.answer(answer, on: surface, language: viewer.language)
        }
    }

    /// Dismisses notifications; those that are gone are passed over.
    ///
    /// The app is told where the notification's category asks for it.
    package func dismiss(_ notifications: [DeliveredID]) async throws(HostError) {
        try await translating { try await self.parts.notifications.desk.dismiss(notifications) }
    }

    /// Dismisses all notifications that show, or all of an app.
    package func dismissAll(of app: AppID?) async throws(HostError) {
        try await translating {
            let apps: Set<AppID> =
                if let app { [app] } else { try await self.parts.notifications.reader.alertingApps() }
            try await self.parts.notifications.desk.dismissAll(of: apps)
        }
    }

    /// Has an app asked again for a response that it failed at.
    ///
    /// - Throws: ``HostError`` with code `notFound` if there is no such response.
    package func retryResponse(_ id: String) async throws(HostError) {
        try await translating { try await self.parts.store.durable.commit(.response(.retry(id)), origin: .person) }
    }

    /// Forgets a response that its app failed at.
    package func discardResponse(_ id: String) async throws(HostError) {
        try await translating { try await self.parts.store.durable.commit(.response(.discard(id)), origin: .person) }
    }

    /// Takes back notifications of an app, by identifier or all.
    package func removeNotifications(
        of app: AppID,
        identifiers: [String]?,
        pending: Bool,
        delivered: Bool
    ) async throws(HostError) {
        var operations: [StoreOperation] = []
        if pending { operations.append(.notification(.removePending(app, identifiers: identifiers))) }
        if delivered { operations.append(.notification(.removeDelivered(app, identifiers: identifiers))) }
        let transaction = StoreTransaction(operations, origin: .person)
        try await translating { try await self.parts.store.durable.commit(transaction) }
    }
}

// MARK: - Settings and the passcode

extension TodayHost {
    /// What the person allows each app that asked, by name.
    package func notificationSettings(language: String) async throws(HostError) -> [AppNotificationDescription] {
        try await translating { try await self.parts.notifications.reader.settings(in: language) }
    }

    /// Decides what an app's notifications may do.
    ///
    /// It answers everything that the app asked for so far. Without alerts its delivered notifications go. The app is
    /// told.
    ///
    /// - Parameters:
    ///   - authorization: Yes or no; there is no way back to having said neither.
    ///   - allowed: What is switched on; in force while authorized.
    ///   - app: The app.
    /// - Throws: ``HostError`` with code `notFound` if it is not installed.
    package func setNotificationSettings(
        _ authorization: NotificationSettings.Authorization,
        allowed: Set<NotificationAuthorizationOption>,
        of app: AppID
    ) async throws(HostError) {
        guard BuiltInApp.title(of: app) != nil || parts.registry.app(app) != nil else {
            throw HostError(.notFound, "There is no app \(app).")
        }
        guard authorization != .notDetermined else {
            throw HostError(.invalid, "An app's notifications are allowed or denied; nothing else can be decided.")
        }
        var operations: [StoreOperation] = [.authorization(.decide(app, authorization, allowed: allowed))]
        if authorization == .denied || !allowed.contains(.alert) {
            operations.append(.notification(.removeDelivered(app, identifiers: nil)))
        }
        let transaction = StoreTransaction(operations, origin: .person)
        try await translating { try await self.parts.store.durable.commit(transaction) }
    }

    /// What a surface has to know of the passcode.
    package func passcodeState(on surface: SurfaceID) async throws(HostError) -> PasscodeState {
        try await translating { try await self.parts.notifications.lock.state(on: surface) }
    }

    /// Takes the passcode on a surface, where it then holds for a minute.
    ///
    /// - Throws: ``HostError``: `passcodeWrong`, also for a guess that comes too soon, or `passcodeNotSet`.
    package func unlock(with passcode: String, on surface: SurfaceID) async throws(HostError) {
        try await translating { try await self.parts.notifications.lock.unlock(with: passcode, on: surface) }
    }

    /// Sets the passcode, or removes it; with the present one if there is one.
    ///
    /// - Throws: ``HostError``: `invalid` for one that has not 4 to 128 characters, `passcodeRequired` without the present
    ///   one, `passcodeWrong` if that is wrong or comes too soon.
    package func setPasscode(
        _ passcode: String?,
        current: String?,
        on surface: SurfaceID
    ) async throws(HostError) {
        try await translating {
            try await self.parts.notifications.lock.set(passcode, current: current, on: surface)
        }
    }
}

// MARK: - Scripts

extension TodayHost {
    /// Schedules a notification of the built-in app *Scripts*; returns its identifier.
    ///
    /// - Throws: ``HostError`` with code `invalid` if it breaks a rule.
    package func post(_ notification: ScriptNotification) async throws(HostError) -> String {
        try await translating { try await self.parts.notifications.scripts.post(notification) }
    }

    /// Waits for what the person does with a notification of *Scripts*.
    ///
    /// Dismissing it is a response too. If nothing of the notification is left, the last response to one of that
    /// identifier is returned at once; responses are kept for a day.
    ///
    /// - Returns: The response; none if the notification was taken back unanswered.
    package func scriptResponse(to identifier: String) async throws(HostError) -> NotificationResponse? {
        try await translating { try await self.parts.notifications.scripts.response(to: identifier) }
    }
}
