import Foundation
import HTTPTypes
import Host
import HostAPIServer
import Hummingbird
import JSON
import Notifications
import Synchronization
import TodayProtocol
import TodayScreen

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
                encode: { try await renderer.render($0) }
            )
        ]
        if let complications = query.get("complications") {
            // Nobody sees the screen on this page, so no widget is updated because of it.
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
        let id = streams.enter(session.hash, events)
        return events.response(
            to: request,
            feeds: feeds,
            onEnd: { streams.leave(session.hash, id) }
        )
    }

    /// What the page shows of topics; nothing if it names a malformed one.
    private func topics(_ query: Parameters) -> EventRenderer.Topics? {
        guard let topic = query.get("topic") else { return nil }
        if topic.isEmpty { return .list }
        guard TopicParameter.isValid(topic) else { return nil }
        return .feed(topic: topic, picture: query.get("picture").flatMap { Int64($0) })
    }
}

/// Limits the event streams of each session: one more than the limit ends the oldest.
///
/// A browser opens at most six connections to a host, and each visible tab holds one.
final class StreamLimiter: Sendable {
    /// How many streams a session may hold.
    static let limit = 12

    private struct State {
        var next = 0
        var streams: [String: [(id: Int, stream: EventStream)]] = [:]
    }

    private let state = Mutex(State())

    /// Adds a stream, and ends the oldest one of its session beyond the limit.
    ///
    /// - Returns: An id for ``leave(_:_:)``.
    func enter(_ session: String, _ stream: EventStream) -> Int {
        let (id, oldest) = state.withLock { state -> (Int, EventStream?) in
            state.next += 1
            var streams = state.streams[session] ?? []
            streams.append((state.next, stream))
            let oldest = streams.count > Self.limit ? streams.removeFirst().stream : nil
            state.streams[session] = streams
            return (state.next, oldest)
        }
        oldest?.end()
        return id
    }

    /// Ends the streams of a session.
    func end(_ session: String) {
        let streams = state.withLock { $0.streams.removeValue(forKey: session) ?? [] }
        for (_, stream) in streams { stream.end() }
    }

    /// Removes a stream that ended.
    func leave(_ session: String, _ id: Int) {
        state.withLock { state in
            state.streams[session]?.removeAll { $0.id == id }
            if state.streams[session]?.isEmpty == true { state.streams[session] = nil }
        }
    }
}
