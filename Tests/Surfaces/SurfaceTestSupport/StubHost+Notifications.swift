import Foundation
import Host
package import HostModel
import HostStorage
import Notifications
package import TodayProtocol
import TodayScreen

// MARK: - What tests do

extension StubHost {
    /// The built-in app of scripts.
    package static let scripts = AppID("org.today.Scripts")

    /// Delivers a notification, under an id of its own if its id is 0.
    ///
    /// - Parameters:
    ///   - notification: The notification; it replaces the delivered one with the same id.
    ///   - arrives: Whether it shows as a banner.
    /// - Returns: Its id.
    @discardableResult
    package func deliver(_ notification: ShownNotification, arrives: Bool = true) -> DeliveredID {
        with { state in
            state.changeNotifications { notifications in
                let shown = notifications.deliver(notification)
                return (shown.id, [.shown(shown, arrives: arrives), .summary(notifications.summary)])
            }
        }
    }

    /// Withdraws a notification, as its app does.
    package func withdraw(_ id: DeliveredID) { with { $0.withdraw { $0.withdraw([id]) } } }

    /// Changes anything about notifications, and tells every surface the new summary.
    package func changeNotifications(_ body: (inout StubNotifications) -> Void) {
        with { state in
            state.changeNotifications { notifications in
                body(&notifications)
                return ((), [.summary(notifications.summary)])
            }
        }
    }
}

extension StubHost.State {
    /// Withdraws notifications, and tells every surface.
    ///
    /// - Parameter body: Returns the ids of those that it withdrew.
    fileprivate mutating func withdraw(_ body: (inout StubNotifications) throws -> [DeliveredID]) rethrows {
        try changeNotifications { notifications in
            let ids = try body(&notifications)
            return ((), ids.map { .withdrawn($0) } + [.summary(notifications.summary)])
        }
    }
}

// MARK: - Answers

extension StubHost {
    func answerNotificationRequests() {
        answer(GetNotificationsRequest.self) { $1.notifications.state }
        answer(GetNotificationSummaryRequest.self) { $1.notifications.summary }
        answer(GetNotificationRequest.self) { request, state in
            state.notifications.delivered.first { $0.id == request.id }
        }
        answer(GetTraceRequest.self) { request, state in
            let id = DeliveredID(request.name)
            let trace: DeliveryTrace? = state.notifications.traces.first { trace in
                trace.identifier == request.name || trace.events.contains { $0.notification == id && id != nil }
            }
            return try trace.orNotFound("There is no trace of \(request.name). Traces are kept for 30 days.")
        }
        answer(AddTraceRequest.self) { _, _ in }
        answer(ListPendingNotificationsRequest.self) { request, state in
            let pending = state.notifications.pending.filter { request.app == nil || $0.app == request.app }
            return Array(pending.sorted { $0.due < $1.due }.prefix(request.limit))
        }
        answer(AnswerNotificationRequest.self) { request, state in
            guard let shown = try state.notifications.answer(request) else { return .gone }
            state.withdraw { $0.withdraw([shown.id]) }
            if request.answer.waits, let reason = state.notifications.refusal { return .failed(reason: .text(reason)) }
            let action = shown.actions.first { $0.identifier == request.answer.action }
            let isForeground = request.answer.action == NotificationAction.defaultIdentifier
            guard action?.isForeground ?? isForeground else { return .done }
            let url = shown.deepLink ?? state.screen.apps.first { $0.id == shown.app }?.url
            return url.map { .open(url: $0) } ?? .done
        }
        answer(DismissNotificationsRequest.self) { request, state in
            state.withdraw { notifications in
                notifications.withdraw { shown in
                    switch request {
                    case .notifications(let ids): ids.contains(shown.id)
                    case .app(let app): shown.app == app
                    case .all: true
                    }
                }
            }
        }
        answer(RemoveNotificationsRequest.self) { request, state in
            state.withdraw { notifications in
                let isMeant = { (identifier: String?) in
                    request.identifiers.map { $0.contains(identifier ?? "") } ?? true
                }
                if request.pending {
                    notifications.pending.removeAll { $0.app == request.app && isMeant($0.identifier) }
                }
                let scripts = notifications.scripts
                return notifications.withdraw { shown in
                    let names = [scripts[shown.id]?.identifier, shown.id.description]
                    return request.delivered && shown.app == request.app && names.contains(where: isMeant)
                }
            }
        }
        answer(ResolveFailedResponseRequest.self) { request, state in
            try state.withdraw { notifications in
                let index = notifications.failures.firstIndex { $0.id == request.id }
                notifications.failures.remove(at: try index.orNotFound("There is no failed response \(request.id)."))
                return []
            }
        }
        answerSettingsRequests()
        answerScriptRequests()
    }

    private func answerSettingsRequests() {
        answer(ListNotificationSettingsRequest.self) { $1.notifications.settings }
        answer(SetNotificationSettingsRequest.self) { request, state in
            try state.withdraw { notifications in
                let index = try notifications.settings.firstIndex { $0.settings.app == request.app }
                    .orNotFound("There is no app \(request.app).")
                notifications.settings[index].settings.authorization = request.authorization
                notifications.settings[index].settings.allowed = request.allowed
                if let style = request.alertStyle { notifications.settings[index].settings.alertStyle = style }
                if let isQuiet = request.isQuiet { notifications.settings[index].settings.isQuiet = isQuiet }
                return []
            }
        }
        answer(AnswerAuthorizationRequest.self) { request, state in
            let index = try state.notifications.settings.firstIndex { $0.settings.app == request.app }
                .orNotFound("There is no app \(request.app).")
            state.notifications.settings[index].settings.authorization = request.isAllowed ? .authorized : .denied
            state.notifications.settings[index].settings.allowed.formUnion(request.options)
        }
        answer(GetAppearanceRequest.self) { $1.notifications.appearance }
        answer(SetAppearanceRequest.self) { request, state in state.notifications.appearance = request.appearance }
        answer(GetQuietHoursRequest.self) { $1.notifications.quietHours }
        answer(SetQuietHoursRequest.self) { request, state in state.notifications.quietHours = request.quietHours }
        answer(GetPasscodeStateRequest.self) { request, state in
            let notifications = state.notifications
            return PasscodeState(
                isSet: notifications.passcode != nil,
                isUnlocked: notifications.unlocked.contains(request.surface),
                nextTry: notifications.nextTry
            )
        }
        answer(RequireUnlockedRequest.self) { request, state in
            let notifications = state.notifications
            guard notifications.passcode == nil || notifications.unlocked.contains(request.surface) else {
                throw HostError(.passcodeRequired, "Enter the passcode first.")
            }
        }
        answer(UnlockRequest.self) { request, state in
            try state.notifications.unlock(with: request.passcode, on: request.surface)
        }
        answer(SetPasscodeRequest.self) { request, state in try state.notifications.setPasscode(request) }
    }

    private func answerScriptRequests() {
        answer(PostNotificationRequest.self) { request, state in
            state.changeNotifications { notifications in
                var script = request.notification
                let identifier = script.identifier ?? "script-\(notifications.lastID + 1)"
                script.identifier = identifier
                guard script.trigger == .now, script.date == nil else {
                    let pending = PendingNotification(script, identifier: identifier)
                    notifications.pending.append(pending)
                    return (PostedNotification(identifier: identifier, due: pending.due), [])
                }
                let shown = notifications.deliver(ShownNotification(script))
                notifications.scripts[shown.id] = script
                let posted = PostedNotification(identifier: identifier, isAllowed: notifications.letsScriptsNotify)
                return (posted, [.shown(shown, arrives: true), .summary(notifications.summary)])
            }
        }
        answer(EndScriptWaitRequest.self) { _, _ in }
        // `send(_:)` waits for the response; this is the reply until it comes.
        answer(GetScriptResponseRequest.self) { request, state in
            let name = request.identifier
            let isKnown = state.notifications.scripts.values.contains { $0.identifier == name }
            guard isKnown || state.notifications.responses[name] != nil else {
                throw HostError(.notFound, "Scripts have no notification “\(name)”.")
            }
            return .waiting
        }
    }

    /// Waits until there is a response to a notification of a script; `nil` if it was withdrawn.
    func response(to request: GetScriptResponseRequest) async throws -> NotificationResponse? {
        for await _ in notificationEvents(for: Samples.viewer, after: nil) {
            if let response = with({ $0.notifications.responses[request.identifier] }) { return response }
        }
        throw HostError(.internal, "Nobody waits any more.")
    }
}

extension PendingNotification {
    fileprivate init(_ script: ScriptNotification, identifier: String) {
        self.init(
            app: StubHost.scripts,
            appTitle: "Scripts",
            identifier: identifier,
            title: script.content.title.shown,
            due: script.date ?? Date(),
            repeats: script.trigger.repeats
        )
    }
}

extension ShownNotification {
    fileprivate init(_ script: ScriptNotification) {
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
            app: StubHost.scripts,
            appTitle: "Scripts",
            title: script.content.title.shown,
            subtitle: script.content.subtitle?.shown,
            body: script.content.body?.shown,
            date: Date(),
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
