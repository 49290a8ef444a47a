import Foundation
package import Host
package import HostStorage
package import Notifications
package import TodayProtocol
package import TodayScreen

// MARK: - What tests do

extension MemoryHost {
    /// Delivers a notification, with a number of its own if it has the number 0.
    ///
    /// - Parameters:
    ///   - notification: The notification; one with the number of a delivered one replaces it.
    ///   - arrives: Whether it shows as a banner.
    /// - Returns: Its number.
    @discardableResult
    package func deliver(_ notification: ShownNotification, arrives: Bool = true) -> DeliveredID {
        change { notifications in
            let shown = notifications.deliver(notification)
            return (shown.id, [.shown(shown, arrives: arrives), .summary(notifications.summary)])
        }
    }

    /// Changes what goes beside the list, and tells every page.
    package func changeNotifications(_ body: (inout MemoryNotifications) -> Void) {
        change { notifications in
            body(&notifications)
            return ((), [.summary(notifications.summary)])
        }
    }

    /// Withdraws a notification, as its app does.
    package func withdraw(_ id: DeliveredID) {
        change { notifications in
            let gone = notifications.withdraw([id])
            return ((), gone.map { .withdrawn($0) } + [.summary(notifications.summary)])
        }
    }

    /// How many surfaces follow notifications.
    package var notificationWatcherCount: Int { with { $0.notificationWatchers.count } }

    /// Makes a commit and tells every page what it changed.
    @discardableResult
    private func change<Result: Sendable>(
        _ body: (inout MemoryNotifications) -> (Result, [NotificationEvent.Change])
    ) -> Result {
        with { state in
            let before = max(state.notifications.revision, state.screen.revision)
            state.notifications.revision = Revision(before.number + 1)
            let (result, changes) = body(&state.notifications)
            for change in changes {
                let event = NotificationEvent(revision: state.notifications.revision, change: change)
                for watcher in state.notificationWatchers.values { watcher.yield(event) }
            }
            return result
        }
    }
}

// MARK: - The list

extension MemoryHost {
    package func notifications(for viewer: Viewer) async throws(HostError) -> NotificationsState {
        try asked("notifications \(viewer.language) \(viewer.zone)") { $0.notifications.state }
    }

    package func notificationSummary(for viewer: Viewer) async throws(HostError) -> NotificationSummary {
        try asked("notificationSummary") { $0.notifications.summary }
    }

    package func notification(_ id: DeliveredID, for viewer: Viewer) async throws(HostError) -> ShownNotification? {
        try asked("notification \(id)") { state in state.notifications.delivered.first { $0.id == id } }
    }

    package func notificationEvents(
        for viewer: Viewer,
        after position: ScreenPosition?
    ) -> AsyncStream<NotificationEvent> {
        let (stream, continuation) = AsyncStream<NotificationEvent>.makeStream()
        let place = with { state -> Int in
            state.log.append("notificationEvents after \(position?.description ?? "nothing")")
            state.nextWatcher += 1
            state.notificationWatchers[state.nextWatcher] = continuation
            let all = state.notifications.state
            if position?.epoch != state.screen.epoch || position.map({ $0.revision < all.revision }) ?? true {
                continuation.yield(NotificationEvent(revision: all.revision, change: .all(all)))
            }
            return state.nextWatcher
        }
        continuation.onTermination = { [weak self] _ in self?.with { $0.notificationWatchers[place] = nil } }
        return stream
    }
}

// MARK: - What people do

extension MemoryHost {
    package func answer(
        _ answer: NotificationAnswer,
        on surface: SurfaceID,
        viewer: Viewer
    ) async throws(HostError) -> AnswerOutcome {
        try asked("answer \(answer.notification) \(answer.action)") { _ in }
        let now = with { $0.now() }
        let taken = try changing {
            notifications throws(HostError) -> (ShownNotification?, [NotificationEvent.Change]) in
            guard let shown = try notifications.take(answer, on: surface, now: now) else { return (nil, []) }
            return (shown, [.withdrawn(shown.id), .summary(notifications.summary)])
        }
        guard let taken else { return .gone }
        if answer.waits, let reason = with(\.refusal) { return .failed(reason: reason) }
        let action = taken.actions.first { $0.identifier == answer.action }
        guard action?.isForeground ?? (answer.action == NotificationAction.defaultIdentifier) else { return .done }
        let root = with { state in state.screen.apps.first { $0.id == taken.app }?.url }
        return (taken.deepLink ?? root).map { .open(url: $0) } ?? .done
    }

    package func dismiss(_ notifications: [DeliveredID]) async throws(HostError) {
        try asked("dismiss \(notifications)") { _ in }
        remove { $0.withdraw(notifications) }
    }

    package func dismissAll(of app: AppID?) async throws(HostError) {
        try asked("dismissAll \(app?.rawValue ?? "everything")") { _ in }
        remove { state in state.withdraw(state.delivered.filter { app == nil || $0.app == app }.map(\.id)) }
    }

    package func retryResponse(_ id: String) async throws(HostError) { try forget(id, "retryResponse") }

    package func discardResponse(_ id: String) async throws(HostError) { try forget(id, "discardResponse") }

    package func pendingNotifications(
        of app: AppID?,
        limit: Int,
        for viewer: Viewer
    ) async throws(HostError) -> [PendingNotification] {
        try asked("pendingNotifications \(app?.rawValue ?? "all") \(limit)") { state in
            Array(
                state.notifications.pending.filter { app == nil || $0.app == app }.sorted { $0.due < $1.due }
                    .prefix(limit)
            )
        }
    }

    package func removeNotifications(
        of app: AppID,
        identifiers: [String]?,
        pending: Bool,
        delivered: Bool
    ) async throws(HostError) {
        try asked("removeNotifications \(app) \(identifiers ?? ["all"]) \(pending) \(delivered)") { _ in }
        remove { notifications in
            if pending {
                notifications.pending.removeAll { $0.app == app && identifiers?.contains($0.identifier) ?? true }
            }
            guard delivered else { return [] }
            let scripts = notifications.scripts
            let gone = notifications.delivered.filter { shown in
                shown.app == app && (identifiers.map { $0.contains(scripts[shown.id]?.identifier ?? "") } ?? true)
            }
            return notifications.withdraw(gone.map(\.id))
        }
    }

    private func remove(_ body: (inout MemoryNotifications) -> [DeliveredID]) {
        change { notifications in
            let gone = body(&notifications)
            return ((), gone.map { .withdrawn($0) } + [.summary(notifications.summary)])
        }
    }

    private func forget(_ response: String, _ what: String) throws(HostError) {
        try asked("\(what) \(response)") { _ in }
        try changing { notifications throws(HostError) in
            guard let index = notifications.failures.firstIndex(where: { $0.id == response }) else {
                throw HostError(.notFound, "There is no failed response \(response).")
            }
            notifications.failures.remove(at: index)
            return ((), [.summary(notifications.summary)])
        }
    }

    /// Makes a commit that may be refused.
    @discardableResult
    private func changing<Result: Sendable>(
        _ body: (inout MemoryNotifications) throws(HostError) -> (Result, [NotificationEvent.Change])
    ) throws(HostError) -> Result {
        var failure: HostError?
        let result = change { notifications -> (Result?, [NotificationEvent.Change]) in
            do throws(HostError) {
                let (result, changes) = try body(&notifications)
                return (result, changes)
            } catch {
                failure = error
                return (nil, [])
            }
        }
        guard let result else { throw failure ?? HostError(.internal, "Nothing came of it.") }
        return result
    }
}

// MARK: - Settings and the passcode

extension MemoryHost {
    package func notificationSettings(language: String) async throws(HostError) -> [AppNotificationDescription] {
        try asked("notificationSettings \(language)") { $0.notifications.settings }
    }

    package func setNotificationSettings(
        _ authorization: NotificationSettings.Authorization,
        allowed: Set<NotificationAuthorizationOption>,
        of app: AppID
    ) async throws(HostError) {
        let names = allowed.map(\.rawValue).sorted()
        try asked("setNotificationSettings \(authorization.rawValue) \(names) \(app)") { _ in }
        try changing { notifications throws(HostError) in
            guard let index = notifications.settings.firstIndex(where: { $0.settings.app == app }) else {
                throw HostError(.notFound, "There is no app \(app).")
            }
            notifications.settings[index].settings.authorization = authorization
            notifications.settings[index].settings.allowed = allowed
            return ((), [.summary(notifications.summary)])
        }
    }

    package func passcodeState(on surface: SurfaceID) async throws(HostError) -> PasscodeState {
        try asked("passcodeState") { state in
            let now = state.now()
            return PasscodeState(
                isSet: state.notifications.passcode != nil,
                isUnlocked: state.notifications.isUnlocked(surface, now: now),
                nextTry: state.notifications.nextTry.flatMap { $0 > now ? $0 : nil }
            )
        }
    }

    package func unlock(with passcode: String, on surface: SurfaceID) async throws(HostError) {
        try asked("unlock") { _ in }
        let now = with { $0.now() }
        try changing { notifications throws(HostError) in
            try notifications.unlock(with: passcode, on: surface, now: now)
            return ((), [])
        }
    }

    package func setPasscode(
        _ passcode: String?,
        current: String?,
        on surface: SurfaceID
    ) async throws(HostError) {
        try asked(passcode == nil ? "removePasscode" : "setPasscode") { _ in }
        let now = with { $0.now() }
        try changing { notifications throws(HostError) in
            try notifications.setPasscode(passcode, current: current, on: surface, now: now)
            return ((), [])
        }
    }
}

// MARK: - Scripts

extension MemoryHost {
    /// The built-in app of scripts.
    package static let scripts = AppID("org.today.Scripts")

    package func post(_ notification: ScriptNotification) async throws(HostError) -> String {
        try asked("post") { _ in }
        let now = with { $0.now() }
        return change { notifications in
            var script = notification
            let identifier = script.identifier ?? "script-\(notifications.lastID + 1)"
            script.identifier = identifier
            guard script.trigger == .now, script.date == nil else {
                notifications.pending.append(
                    PendingNotification(
                        app: Self.scripts,
                        appTitle: "Scripts",
                        identifier: identifier,
                        title: script.content.title.shown,
                        due: script.date ?? now,
                        repeats: script.trigger.repeats
                    )
                )
                return (identifier, [])
            }
            let shown = notifications.deliver(ShownNotification(script, date: now))
            notifications.scripts[shown.id] = script
            return (identifier, [.shown(shown, arrives: true), .summary(notifications.summary)])
        }
    }

    package func scriptResponse(to identifier: String) async throws(HostError) -> NotificationResponse? {
        let isKnown = try asked("scriptResponse \(identifier)") { state in
            state.notifications.responses[identifier] != nil
                || state.notifications.scripts.values.contains { $0.identifier == identifier }
        }
        guard isKnown else { throw HostError(.notFound, "Scripts have no notification “\(identifier)”.") }
        for await _ in notificationEvents(for: Viewer(language: "en", zone: "UTC"), after: nil) {
            if let response = with({ $0.notifications.responses[identifier] }) { return response }
        }
        throw HostError(.internal, "Nobody waits any more.")
    }
}

extension ShownNotification {
    fileprivate init(_ script: ScriptNotification, date: Date) {
        let actions = script.actions.map { action in
            ShownAction(
                identifier: action.identifier,
                title: action.title.shown,
                isDestructive: action.options.contains(.destructive),
                needsAuthentication: action.options.contains(.authenticationRequired),
                isForeground: action.options.contains(.foreground),
                textInput: action.textInput.map {
                    .init(placeholder: $0.placeholder?.shown, buttonTitle: $0.buttonTitle.shown)
                }
            )
        }
        self.init(
            id: DeliveredID(rawValue: 0),
            app: MemoryHost.scripts,
            appTitle: "Scripts",
            title: script.content.title.shown,
            subtitle: script.content.subtitle?.shown,
            body: script.content.body?.shown,
            date: date,
            actions: actions,
            minimalActions: Array(actions.prefix(2)),
            revision: Revision(0)
        )
    }
}

extension LocalizableText {
    /// The text, or the key itself.
    fileprivate var shown: String {
        switch self {
        case .text(let text), .key(let text, _): text
        }
    }
}
