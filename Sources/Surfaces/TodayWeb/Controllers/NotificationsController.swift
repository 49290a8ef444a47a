import Foundation
import HTTPTypes
import Host
import HostAPI
import HostStorage
import Hummingbird
import Notifications
import TodayProtocol
import TodayScreen

/// Serves the notifications, and the settings.
struct NotificationsController: Sendable {
    let host: any HostFacade
    let viewers: ViewerReader
    let now: @Sendable () -> Date

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("notifications", use: show)
        router.get("settings", use: showSettings)
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        // The screen comes first: whatever changes meanwhile comes by the page's stream.
        let screen = try await host.screen(for: viewer, opens: false)
        let wanted = try await wanted(by: request, context, viewer: viewer)
        let model = NotificationsPage.Model(
            state: try await host.notifications(for: viewer),
            screen: screen.position,
            viewer: viewer,
            now: now(),
            isWhole: request.uri.queryParameters.get("all") == "1",
            request: wanted
        )
        return PageResponse.make { NotificationsPage(model: model).html(nonce: $0) }
    }

    /// What a surface that could not do it itself, such as a desktop's bubble, leaves to the page.
    ///
    /// Nothing is done by the address alone: the person gives a passcode, a text, or at least confirms it.
    private func wanted(
        by request: Request,
        _ context: WebContext,
        viewer: Viewer
    ) async throws -> NotificationsPage.Request? {
        let query = request.uri.queryParameters
        guard let answer = query.get("answer") else { return nil }
        guard let id = DeliveredID(answer), let notification = try await host.notification(id, for: viewer) else {
            return .over("This notification was answered or dismissed already.")
        }
        guard let name = query.get("action"), name != NotificationAction.defaultIdentifier else {
            return .look(notification)
        }
        guard let action = (notification.actions + notification.minimalActions).first(where: { $0.identifier == name })
        else { return .over("This notification does not offer that any more.") }
        let passcode = try await host.passcodeState(on: try context.surface(of: request))
        return .action(notification, action, passcode: passcode)
    }

    @Sendable @concurrent private func showSettings(
        _ request: Request,
        _ context: WebContext
    ) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        let screen = try await host.screen(for: viewer, opens: false)
        let model = SettingsPage.Model(
            apps: try await host.notificationSettings(language: viewer.language),
            passcode: try await host.passcodeState(on: try context.surface(of: request)),
            summary: try await host.notificationSummary(for: viewer),
            screen: screen.position
        )
        return PageResponse.make { SettingsPage(model: model).html(nonce: $0) }
    }
}
