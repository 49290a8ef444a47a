import Foundation
import HTTPTypes
import HostModel
import Hummingbird
import LocalAPI

/// Serves the event stream of a page.
struct EventsController: Sendable {
    let host: any HostAccess
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
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: query.get("opens") == "1"))
        let renderer = EventRenderer(
            host: host,
            viewer: viewer,
            now: now,
            epoch: screen.epoch,
            rights: context.rights,
            expanded: TodayController.expanded(request.headers),
            list: query.get("list").map { $0 == "all" ? .whole : .newest },
            showsScreen: query.get("list") == nil || query.get("screen") == "1",
            showsOutbox: query.get("outbox") == "1",
            topics: topics(query)
        )
        var feeds = [
            EventFeed(
                host.notificationEvents(
                    for: viewer,
                    after: query.get("notifications").flatMap { ScreenPosition($0) }
                ),
                encode: { event in
                    let text = try await renderer.render(event)
                    if case .shown(let notification, arrives: true) = event.change {
                        // The banner appears even if the trace cannot be recorded.
                        try? await host.send(
                            AddTraceRequest(.shown(on: .browser(session: session.hash)), of: notification.id)
                        )
                    }
                    return text
                }
            )
        ]
        if let complications = query.get("complications") {
            // This page does not show the screen, so no widget is updated because of it.
            feeds.append(
                EventFeed(
                    host.complicationEvents(for: viewer, after: ScreenPosition(complications)),
                    encode: { try await renderer.render($0) }
                )
            )
        } else {
            feeds.append(
                EventFeed(
                    host.screenEvents(
                        for: viewer,
                        after: last.flatMap { ScreenPosition($0) },
                        scene: query.get("scene")
                    ),
                    encode: { try await renderer.render($0) }
                )
            )
            feeds.append(EventFeed(host.outboxEvents(), encode: { _ in try await renderer.renderOutbox() }))
        }
        if renderer.topics != nil {
            feeds.append(EventFeed(host.topicEvents(), encode: { _ in try await renderer.renderTopics() }))
        }
        let events = EventStream()
        let id = streams.enter(session.hash, events, rights: context.rights)
        // The session may have ended, or its rights may have changed, before the stream was registered.
        let current = try? await host.send(GetSessionRequest(tokenHash: session.hash))
        if current?.rights != context.rights { events.end() }
        return events.response(
            to: request,
            feeds: feeds,
            onEnd: { streams.leave(session.hash, id) }
        )
    }

    /// Returns the topics that the page shows; `nil` if it names a malformed one.
    private func topics(_ query: Parameters) -> EventRenderer.Topics? {
        guard let topic = query.get("topic") else { return nil }
        if topic.isEmpty { return .list }
        guard TopicParameter.isValid(topic) else { return nil }
        return .feed(topic: topic, picture: query.get("picture").flatMap { Int64($0) })
    }
}
