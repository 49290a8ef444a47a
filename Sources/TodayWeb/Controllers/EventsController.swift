import Foundation
import HTTPTypes
import Host
import HostAPI
import Hummingbird
import JSON
import TodayProtocol
import TodayScreen

/// Serves the stream of what happens on a page.
struct EventsController: Sendable {
    /// What the script gets to draw a widget, or the whole screen, again.
    private struct Drawing: Encodable {
        var id: String?
        var html: String
        var rules: [[String]]

        init(_ page: PageWriter, id: String? = nil) {
            self.id = id
            html = page.text
            rules = page.rules.map { [$0.className, $0.declarations] }
        }
    }

    private struct Address: Encodable { var href: String }

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
        if query.get("opens") == "1" { _ = try await host.screen(for: viewer, opens: true) }
        let expanded = TodayController.expanded(request.headers)
        let events = EventStream()
        let place = streams.enter(session.hash, events)
        return events.response(
            to: request,
            feeds: [
                EventFeed(
                    host.events(for: viewer, after: last.flatMap { ScreenPosition($0) }, scene: query.get("scene"))
                ) { event in
                    try await encode(event, viewer: viewer) { screen in
                        TodayPage.Model(screen: screen, viewer: viewer, now: now(), expanded: expanded)
                    }
                }
            ],
            onEnd: { streams.leave(session.hash, place) }
        )
    }

    /// Writes an event as the script wants it.
    ///
    /// Drawing a card takes time, so it leaves the caller's thread.
    @concurrent
    private func encode(
        _ event: ScreenEvent,
        viewer: Viewer,
        model: (ScreenState) -> TodayPage.Model
    ) async throws -> ServerSentEvent {
        let (name, body): (String, JSONValue) =
            switch event.change {
            case .screen(let screen):
                ("screen", try JSONValue(encoding: Drawing(TodayPage(model: model(screen)).content)))
            case .widget(let widget):
                (
                    "widget",
                    try JSONValue(
                        encoding: Drawing(
                            TodayPage(model: model(.empty)).section(widget),
                            id: widget.id.rawValue
                        )
                    )
                )
            case .scene: ("scene", [:])
            case .open(let url): ("open", try JSONValue(encoding: Address(href: PageLink.open(url))))
            }
        return ServerSentEvent(id: event.position.description, name: name, data: body.jsonText)
    }
}

extension ScreenState {
    fileprivate static let empty = ScreenState(
        epoch: "",
        revision: .init(0),
        widgets: [],
        chosen: [],
        available: [],
        apps: [],
        warnings: []
    )
}
