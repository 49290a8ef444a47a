import Foundation
import HTTPTypes
import Host
import HostStore
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
                switch try await WireJSON.read(DismissOrder.self, from: request) {
                case .notifications(let ids):
                    guard ids.count <= DismissOrder.limit else {
                        throw HostError(
                            .invalid,
                            "At most \(DismissOrder.limit) notifications are dismissed at a time."
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
                let order = try await WireJSON.read(PermissionOrder.self, from: request)
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
                let order = try await WireJSON.read(PasscodeOrder.self, from: request)
                try PasscodeOrder.check(order.passcode, order.current)
                let surface = try context.surface(of: request)
                try await host.setPasscode(order.passcode, current: order.current, on: surface)
                return WireJSON.done()
            }
            .post("passcode/unlock") { request, context in
                let order = try await WireJSON.read(UnlockOrder.self, from: request)
                try PasscodeOrder.check(order.passcode)
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
        try PasscodeOrder.check(passcode)
    }
}

extension PasscodeOrder {
    /// Refuses what is far too long for a passcode, before anybody computes with it.
    fileprivate static func check(_ passcodes: String?...) throws(HostError) {
        guard passcodes.allSatisfy({ ($0 ?? "").utf8.count <= limit }) else {
            throw HostError(.invalid, "This is too long for a passcode.")
        }
    }
}
