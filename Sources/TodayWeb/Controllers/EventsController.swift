import Foundation
import HTTPTypes
import Host
import HostAPI
import Hummingbird
import JSON
import Notifications
import TodayProtocol
import TodayScreen

/// Serves the stream of what happens on a page.
struct EventsController: Sendable {
    let host: any HostFacade
    let viewers: ViewerReader
    let now: @Sendable () -> Date
    let streams: StreamLimiter

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("events", use: stream)
    }

    @Sendable @concurrent private func stream(_ request: Request, _ context: WebContext) async throws -> Response {
        guard let session = context.session else { throw HTTPError(.unauthorized) }
        let viewer = viewers.viewer(of: request.headers)
        let query = request.uri.queryParameters
        let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] } ?? query.get("after")
        let screen = try await host.screen(for: viewer, opens: query.get("opens") == "1")
        let drawer = EventDrawer(
            host: host,
            viewer: viewer,
            now: now,
            epoch: screen.epoch,
            expanded: TodayController.expanded(request.headers),
            list: query.get("list").map { $0 == "all" ? .whole : .newest }
        )
        let events = EventStream()
        let place = streams.enter(session.hash, events)
        return events.response(
            to: request,
            feeds: [
                EventFeed(
                    host.events(for: viewer, after: last.flatMap { ScreenPosition($0) }, scene: query.get("scene")),
                    encode: { try await drawer.draw($0) }
                ),
                EventFeed(
                    host.notificationEvents(
                        for: viewer,
                        after: query.get("notifications").flatMap { ScreenPosition($0) }
                    ),
                    encode: { try await drawer.draw($0) }
                ),
            ],
            onEnd: { streams.leave(session.hash, place) }
        )
    }
}
