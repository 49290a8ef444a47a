import HTTPTypes
import HostModel
import Hummingbird
import LocalAPI
import TodayProtocol

/// Serves the Today screen.
struct TodayController: PageController {
    /// Name of the cookie with the ids of the widgets that a page shows expanded.
    static let expandedCookie = "today_expanded"

    /// Name of the cookie with the rows of the grid that widgets take.
    static let rowsCookie = "today_rows"

    /// Name of the cookie with the ids of the widgets of one column that take a second one, which would be empty.
    static let spreadCookie = "today_spread"

    /// Name of the cookie that says if the page's window has room for the notifications beside the screen.
    static let wideCookie = "today_wide"

    /// The editor, for the page's script.
    private struct EditorMarkup: Encodable { var html: String }

    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("/", use: show)
    }

    /// Adds the route that the script calls, whose errors are JSON.
    func addScriptRoutes(to router: some RouterMethods<WebContext>) {
        router.get("editor", use: showEditor)
    }

    /// Returns the widgets that the requesting page shows expanded, at most 50.
    static func expanded(_ fields: HTTPFields) -> Set<WidgetID> { widgets(fields, in: expandedCookie) }

    /// Returns the widgets whose ids are in a cookie, separated by commas, at most 50.
    private static func widgets(_ fields: HTTPFields, in cookie: String) -> Set<WidgetID> {
        let names = fields.cookie(named: cookie).flatMap { PercentCoding.decode($0) } ?? ""
        return Set(names.split(separator: ",").prefix(50).map { WidgetID(String($0)) })
    }

    /// Returns the rows of the grid that widgets had on the last page of a browser, of at most 50 widgets.
    ///
    /// The cookie has the rows of those that take more than the least number, such as `6 org.example.widget`, separated
    /// by commas.
    static func rows(_ fields: HTTPFields) -> [WidgetID: Int] {
        let text = fields.cookie(named: rowsCookie).flatMap { PercentCoding.decode($0) } ?? ""
        let pairs = text.split(separator: ",").prefix(50).compactMap { part -> (WidgetID, Int)? in
            let words = part.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let rows = Int(words[0]) else { return nil }
            return (WidgetID(String(words[1])), rows)
        }
        return Dictionary(pairs) { first, _ in first }
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: true))
        let isWide = request.headers.cookie(named: Self.wideCookie) == "1"
        let model = TodayPage.Model(
            screen: screen,
            expanded: Self.expanded(request.headers),
            rows: Self.rows(request.headers),
            spread: Self.widgets(request.headers, in: Self.spreadCookie),
            outbox: try await outboxCount(for: viewer),
            notifications: isWide ? try await host.send(GetNotificationsRequest(for: viewer)) : nil,
            sharesLocation: try await sharesLocation(request, context),
            rights: context.rights,
            silentDevices: try await SilenceNotice.devices(of: host, for: context.rights),
            hostZone: context.rights == .change ? try await host.send(GetOtherTimeZoneRequest(for: viewer)) : nil,
            context: try await pageContext(for: viewer, at: screen.position)
        )
        let page = TodayPage(model: model)
        try await host.send(ChargeDrawingRequest(page.drawingTimes))
        return PageResponse.make(page)
    }

    @Sendable @concurrent private func showEditor(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        // This request does not count as opening the screen: the page's stream already does.
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        var page = PageWriter(viewer.pageLanguage)
        EditorSection(screen: screen, images: try await host.send(GetBundleImageIndexRequest())).write(to: &page)
        return try WireJSON.response(EditorMarkup(html: page.text))
    }

    /// Returns `true` if the page sends the host its location, which changes a setting.
    private func sharesLocation(_ request: Request, _ context: WebContext) async throws -> Bool {
        guard context.rights == .change else { return false }
        return try await host.send(GetLocationRequest(on: try context.surface(of: request))).isSharedHere
    }
}
