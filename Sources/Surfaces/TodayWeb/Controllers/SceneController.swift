import HTTPTypes
import Host
import HostAPI
import Hummingbird
import TodayProtocol
import TodayScreen

/// Serves the pages of apps, and finds out where addresses lead.
struct SceneController: Sendable {
    /// What the page's script gets to draw a page of an app again.
    struct Drawing: Encodable {
        var title: String
        var html: String
        var body: String
        var rules: [[String]]
        var position: String
    }

    let host: any HostFacade
    let viewers: ViewerReader

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("app", use: show)
        router.get("open", use: open)
    }

    /// The routes whose errors are for the script.
    func addScriptRoutes(to router: some RouterMethods<WebContext>) {
        router.get("app/card", use: draw)
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        let scene = try await host.scene(url: try address(request), viewer: viewer)
        let summary = try await host.notificationSummary(for: viewer)
        // Also a page without a message may get one when it is drawn again.
        return PageResponse.make(hasFrame: true) {
            ScenePage(scene: scene, viewer: viewer, summary: summary).html(nonce: $0)
        }
    }

    @Sendable @concurrent private func draw(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        let scene = try await host.scene(url: try address(request), viewer: viewer)
        let page = ScenePage(scene: scene, viewer: viewer)
        let form = page.form
        return try WireJSON.response(
            Drawing(
                title: scene.title,
                html: form.text,
                body: page.messageBody.text,
                rules: form.rules.map { [$0.className, $0.declarations] },
                position: scene.position.description
            )
        )
    }

    @Sendable @concurrent private func open(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewers.viewer(of: request.headers)
        let url = try address(request)
        let source = try await source(of: request, url: url, viewer: viewer)
        switch try await host.open(url: url, source: source, viewer: viewer) {
        case .scene(let url): return PageResponse.redirect(to: "/app?url=" + PercentCoding.encode(url))
        case .external(let url):
            guard PageLink.isOutside(url) else {
                throw HostError(.invalid, "Today does not open addresses like this one.")
            }
            if RequestCheck.isFromOwnPage(request.headers) { return PageResponse.redirect(to: url) }
            return PageResponse.make(
                PlainPage(
                    title: "Leaving Today",
                    sentence: "This address is outside of Today.",
                    address: url,
                    button: ("Open", url)
                )
            )
        }
    }

    private func address(_ request: Request) throws -> String {
        guard let url = request.uri.queryParameters.get("url"), (1...PageLink.limit).contains(url.utf8.count) else {
            throw HostError(.invalid, "The address of the page is missing, or too long.")
        }
        return url
    }

    /// Where an address was opened: on a card of an app, on an app's icon, or not on a page of Today.
    private func source(of request: Request, url: String, viewer: Viewer) async throws -> OpenOrigin {
        guard RequestCheck.isFromOwnPage(request.headers) else { return .external }
        guard let from = request.uri.queryParameters.get("from") else { return .icon }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let apps = try await host.apps(language: viewer.language)
        let isOwn = apps.contains { $0.id.rawValue == from && $0.urlSchemes.contains { $0.lowercased() == scheme } }
        return isOwn ? .own : .otherApp
    }
}
