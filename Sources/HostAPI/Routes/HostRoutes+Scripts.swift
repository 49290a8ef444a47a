import Foundation
import HTTPTypes
import Host
import Hummingbird
import Notifications
import TodayProtocol
import TodayScreen

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
                let order = try await WireJSON.read(RemoveOrder.self, from: request)
                guard (order.identifiers ?? []).count <= RemoveOrder.limit else {
                    throw HostError(.invalid, "At most \(RemoveOrder.limit) notifications are removed at a time.")
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
                return try WireJSON.response(PostedNotification(identifier: try await host.post(notification)))
            }
            .get("notifications/scripts/:identifier/response") { request, context in
                let seconds = request.uri.queryParameters.get("wait", as: Int.self) ?? ScriptAnswer.longestWait
                return try WireJSON.response(
                    try await scriptAnswer(
                        to: try part("identifier", context),
                        within: .seconds(min(max(seconds, 0), ScriptAnswer.longestWait))
                    )
                )
            }
    }

    /// Waits for what the person does, so long and no longer.
    private func scriptAnswer(to identifier: String, within limit: Duration) async throws -> ScriptAnswer {
        try await withThrowingTaskGroup(of: ScriptAnswer.self) { group in
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
