import Foundation
import HostModel
import Hummingbird
import LocalAPI
import TodayProtocol

/// Serves the page of notifications.
struct NotificationsController: PageController {
    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("notifications", use: show)
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        // The screen is read first: later changes arrive in the page's event stream.
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let opening = try await opening(by: request, context, viewer: viewer)
        let state = try await host.send(GetNotificationsRequest(for: viewer))
        return PageResponse.make(
            NotificationsPage(
                state: state,
                isWhole: request.uri.queryParameters.get("all") == "1",
                request: opening,
                outbox: try await outboxCount(for: viewer),
                context: try await pageContext(for: viewer, at: screen.position, summary: state.summary)
            )
        )
    }

    /// Returns the purpose for which another surface, such as a bubble on the desktop, opened the page.
    ///
    /// The URL alone performs nothing: the person enters a passcode or a text, or at least confirms the action.
    private func opening(
        by request: Request,
        _ context: WebContext,
        viewer: Viewer
    ) async throws -> NotificationsPage.Request? {
        let query = request.uri.queryParameters
        guard let answer = query.get("answer") else { return nil }
        guard let id = DeliveredID(answer),
            let notification = try await host.send(GetNotificationRequest(id, for: viewer))
        else {
            return .unavailable(.settledAlready)
        }
        guard let name = query.get("action"), name != NotificationAction.defaultIdentifier else {
            return .show(notification)
        }
        guard let action = (notification.actions + notification.minimalActions).first(where: { $0.identifier == name })
        else { return .unavailable(.notOfferedAnyMore) }
        let passcode = try await host.send(GetPasscodeStateRequest(on: try context.surface(of: request)))
        return .action(notification, action, passcode: passcode)
    }
}
