import Foundation
import HostAPI
import JSON
import Notifications
import TodayProtocol
import TodayScreen

/// Draws what happens as the script of one page wants it.
///
/// Drawing takes time, so it leaves the caller's thread.
struct EventDrawer: Sendable {
    /// How much of the list of notifications a page shows.
    enum List: Sendable {
        /// What the first paint holds.
        case newest
        /// All of it.
        case whole
    }

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
    let viewer: Viewer
    let now: @Sendable () -> Date
    /// The host's run.
    let epoch: String
    /// The widgets that the page shows expanded.
    let expanded: Set<WidgetID>
    /// The list that the page shows instead of the screen, if it does.
    let list: List?

    /// Draws what happened on the screen; nothing of it but addresses to open on a page that shows notifications.
    @concurrent
    func draw(_ event: ScreenEvent) async throws -> ServerSentEvent? {
        let (name, body): (String, JSONValue)
        switch event.change {
        case .screen(let screen):
            if list != nil { return nil }
            let summary = try await host.notificationSummary(for: viewer)
            (name, body) = ("screen", try JSONValue(encoding: Drawing(page(screen, summary).content)))
        case .widget(let widget):
            if list != nil { return nil }
            let section = page(.empty, .nothing).section(widget)
            (name, body) = ("widget", try JSONValue(encoding: Drawing(section, id: widget.id.rawValue)))
        case .scene: (name, body) = ("scene", [:])
        case .open(let url): (name, body) = ("open", try JSONValue(encoding: Address(href: PageLink.open(url))))
        }
        return ServerSentEvent(id: event.position.description, name: name, data: body.jsonText)
    }

    /// Draws what happened to notifications.
    ///
    /// It has no id, since it says nothing of what the page has seen of the screen.
    @concurrent
    func draw(_ event: NotificationEvent) async throws -> ServerSentEvent? {
        var drawing = NotificationDrawing(event, epoch: epoch)
        if let list, event.changesList {
            let state = try await host.notifications(for: viewer)
            let dates = PageDates(now: now(), viewer: viewer)
            drawing.list = NotificationList(state: state, dates: dates, isWhole: list == .whole).page.text
        }
        return ServerSentEvent(name: "notifications", data: try JSONValue(encoding: drawing).jsonText)
    }

    private func page(_ screen: ScreenState, _ summary: NotificationSummary) -> TodayPage {
        TodayPage(
            model: TodayPage.Model(screen: screen, summary: summary, viewer: viewer, now: now(), expanded: expanded)
        )
    }
}

extension NotificationEvent {
    fileprivate var changesList: Bool {
        switch change {
        case .all, .shown, .withdrawn: true
        case .summary: false
        }
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
