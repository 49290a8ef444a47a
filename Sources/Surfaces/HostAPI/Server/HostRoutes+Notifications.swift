import Foundation
import HTTPTypes
import Host
import HostStorage
import Hummingbird
import Notifications
import TodayProtocol
import TodayScreen

extension HostRoutes {
    func addNotificationRoutes(to routes: RouteCollection<Context>) {
        routes
            .get("notifications") { request, _ in
                try WireJSON.response(try await host.notifications(for: viewer(request)))
            }
            .get("notifications/summary") { request, _ in
                try WireJSON.response(try await host.notificationSummary(for: viewer(request)))
            }
            .get("notifications/delivered/:id") { request, context in
                guard let id = DeliveredID(try part("id", context)),
                    let notification = try await host.notification(id, for: viewer(request))
                else { throw HostError(.notFound, "This notification is not there any more.") }
                return try WireJSON.response(notification)
            }
            .post("notifications/answer") { request, context in
                let answer = try await WireJSON.read(NotificationAnswer.self, from: request)
                try answer.check()
                let surface = try context.surface(of: request)
                return try WireJSON.response(try await host.answer(answer, on: surface, viewer: viewer(request)))
            }
            .post("notifications/dismiss") { request, _ in
                switch try await WireJSON.read(DismissNotificationsRequest.self, from: request) {
                case .notifications(let ids):
                    guard ids.count <= DismissNotificationsRequest.limit else {
                        throw HostError(
                            .invalid,
                            "At most \(DismissNotificationsRequest.limit) notifications are dismissed at a time."
                        )
                    }
                    try await host.dismiss(ids)
                case .app(let app): try await host.dismissAll(of: app)
                case .all: try await host.dismissAll(of: nil)
                }
                return WireJSON.done()
            }
            .post("responses/:id/retry") { _, context in
                try await host.retryResponse(try part("id", context))
                return WireJSON.done()
            }
            .delete("responses/:id") { _, context in
                try await host.discardResponse(try part("id", context))
                return WireJSON.done()
            }
    }

    func addSettingsRoutes(to routes: RouteCollection<Context>) {
        routes
            .get("settings/notifications") { request, _ in
                try WireJSON.response(try await host.notificationSettings(language: viewer(request).language))
            }
            .put("settings/notifications/:app") { request, context in
                let order = try await WireJSON.read(SetNotificationSettingsRequest.self, from: request)
                try await host.setNotificationSettings(
                    order.authorization,
                    allowed: order.allowed,
                    of: AppID(try part("app", context))
                )
                return WireJSON.done()
            }
            .get("passcode") { request, context in
                try WireJSON.response(try await host.passcodeState(on: try context.surface(of: request)))
            }
            .put("passcode") { request, context in
                let order = try await WireJSON.read(SetPasscodeRequest.self, from: request)
                try SetPasscodeRequest.check(order.passcode, order.current)
                let surface = try context.surface(of: request)
                try await host.setPasscode(order.passcode, current: order.current, on: surface)
                return WireJSON.done()
            }
            .post("passcode/unlock") { request, context in
                let order = try await WireJSON.read(UnlockRequest.self, from: request)
                try SetPasscodeRequest.check(order.passcode)
                try await host.unlock(with: order.passcode, on: try context.surface(of: request))
                return WireJSON.done()
            }
    }
}

extension NotificationAnswer {
    /// Checks what can be checked without knowing the notification.
    fileprivate func check() throws(HostError) {
        guard (1...64).contains(action.utf8.count) else {
            throw HostError(.invalid, "The name of an action has 1 to 64 bytes.")
        }
        guard (text ?? "").utf8.count <= Self.textLimit else {
            throw HostError(.invalid, "This text is too long; a reply has at most \(Self.textLimit) bytes.")
        }
        try SetPasscodeRequest.check(passcode)
    }
}

extension SetPasscodeRequest {
    /// Refuses what is far too long for a passcode, before anybody computes with it.
    fileprivate static func check(_ passcodes: String?...) throws(HostError) {
        guard passcodes.allSatisfy({ ($0 ?? "").utf8.count <= limit }) else {
            throw HostError(.invalid, "This is too long for a passcode.")
        }
    }
}

extension HostRoutes {
    /// What scripts and the command line ask of notifications, beyond what a page may.
    func addScriptRoutes(to routes: RouteCollection<Context>) {
        routes
            .get("notifications/events") { request, _ in
                let position = request.uri.queryParameters.get("after").flatMap { ScreenPosition($0) }
                let events = host.notificationEvents(for: viewer(request), after: position)
                return EventStream().response(
                    to: request,
                    feeds: [EventFeed(events) { try $0.serverSentEvent() }]
                )
            }
            .get("notifications/pending") { request, _ in
                let query = request.uri.queryParameters
                return try WireJSON.response(
                    try await host.pendingNotifications(
                        of: query.get("app").map { AppID($0) },
                        limit: min(max(query.get("limit", as: Int.self) ?? 100, 1), 1000),
                        for: viewer(request)
                    )
                )
            }
            .post("notifications/remove") { request, _ in
                let order = try await WireJSON.read(RemoveNotificationsRequest.self, from: request)
                guard (order.identifiers ?? []).count <= RemoveNotificationsRequest.limit else {
                    throw HostError(
                        .invalid,
                        "At most \(RemoveNotificationsRequest.limit) notifications are removed at a time."
                    )
                }
                try await host.removeNotifications(
                    of: order.app,
                    identifiers: order.identifiers,
                    pending: order.pending,
                    delivered: order.delivered
                )
                return WireJSON.done()
            }
            .post("notifications") { request, _ in
                let notification = try await WireJSON.read(ScriptNotification.self, from: request)
                return try WireJSON.response(PostNotificationReply(identifier: try await host.post(notification)))
            }
            .get("notifications/scripts/:identifier/response") { request, context in
                let seconds = request.uri.queryParameters.get("wait", as: Int.self) ?? ScriptResponseReply.longestWait
                return try WireJSON.response(
                    try await scriptAnswer(
                        to: try part("identifier", context),
                        within: .seconds(min(max(seconds, 0), ScriptResponseReply.longestWait))
                    )
                )
            }
    }

    /// Waits for what the person does, so long and no longer.
    private func scriptAnswer(to identifier: String, within limit: Duration) async throws -> ScriptResponseReply {
        try await withThrowingTaskGroup(of: ScriptResponseReply.self) { group in
            group.addTask {
                let response = try await host.scriptResponse(to: identifier)
                return response.map { .answered(response: $0) } ?? .gone
            }
            group.addTask {
                try await Task.sleep(for: limit)
                return .waiting
            }
            defer { group.cancelAll() }
            return try await group.next() ?? .waiting
        }
    }
}
