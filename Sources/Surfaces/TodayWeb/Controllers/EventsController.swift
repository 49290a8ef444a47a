import Foundation
import HTTPTypes
import HostModel
import Hummingbird
import LocalAPI

/// Serves the event stream of a page.
struct EventsController: PageController {
    let source: PageSource
    let streams: StreamLimiter

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("events", use: stream)
    }

    @Sendable @concurrent private func stream(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try context.requireSession()
        let viewer = viewer(of: request)
        let query = request.uri.queryParameters
        let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] } ?? query.get("after")
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: query.get("opens") == "1"))
        let renderer = EventRenderer(
            host: host,
            viewer: viewer,
            now: source.now,
            epoch: screen.epoch,
            rights: context.rights,
            expanded: TodayController.expanded(request.headers),
            list: query.get("list").map { $0 == "all" ? .whole : .newest },
            showsScreen: query.get("list") == nil || query.get("screen") == "1",
            showsOutbox: query.get("outbox") == "1",
            topics: topics(query)
        )
        let notifications = host.notificationEvents(
            for: viewer,
            after: query.get("notifications").flatMap { ScreenPosition($0) },
            announcedUpTo: query.get("announced").flatMap { ScreenPosition($0) }
        )
        var feeds = [
            EventFeed(notifications) { event in
                let text = try await renderer.render(event)
                if case .shown(let notification, arrives: true) = event.change {
                    // The banner appears even if the trace cannot be recorded.
                    let shown = AddTraceRequest(.shown(on: .browser(session: session.hash)), of: notification.id)
                    try? await host.send(shown)
                }
                return text
            }
        ]
        if let complications = query.get("complications") {
            // This page does not show the screen, so no widget is updated because of it.
            let events = host.complicationEvents(for: viewer, after: ScreenPosition(complications))
            feeds.append(EventFeed(events) { try await renderer.render($0) })
        } else {
            let after = last.flatMap { ScreenPosition($0) }
            let events = host.screenEvents(for: viewer, after: after, scene: query.get("scene"))
            feeds.append(EventFeed(events) { try await renderer.render($0) })
            feeds.append(EventFeed(host.outboxEvents()) { _ in try await renderer.renderOutbox() })
        }
        if renderer.topics != nil {
            feeds.append(EventFeed(host.topicEvents()) { _ in try await renderer.renderTopics() })
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
        return .feed(
            topic: topic,
            picture: query.get("picture").flatMap { Int64($0) },
            done: TopicPage.DoneAction(query.get(TopicPage.DoneAction.parameter))
        )
    }
}
