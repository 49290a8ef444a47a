import HostModel
import Hummingbird
import LocalAPI
import Markup
import TodayProtocol

/// Serves the pages of apps, and opens URLs.
struct SceneController: PageController {
    /// The replacement for the content of an app's page, for the page's script.
    struct Drawing: Encodable {
        var title: String
        var html: String
        var body: String
        var rules: [[String]]
        var position: String
    }

    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("app", use: show)
        router.get("open", use: open)
    }

    /// Adds the routes that the script calls, whose errors are JSON.
    func addScriptRoutes(to router: some RouterMethods<WebContext>) {
        router.get("app/card", use: render)
    }

    @Sendable @concurrent private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        let scene = try await host.send(GetSceneRequest(url: try address(request), viewer: viewer))
        let pageContext = try await pageContext(for: viewer, at: scene.position)
        return try await host.charging(.page(of: scene.app)) {
            // A page without a message may also get one when it is drawn again.
            PageResponse.make(ScenePage(scene: scene, context: pageContext), hasFrame: true)
        }
    }

    @Sendable @concurrent private func render(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        let scene = try await host.send(GetSceneRequest(url: try address(request), viewer: viewer))
        let pageContext = try await pageContext(for: viewer, at: scene.position, summary: .nothing)
        return try await host.charging(.page(of: scene.app)) {
            let page = ScenePage(scene: scene, context: pageContext)
            let query = request.uri.queryParameters
            let form = page.form(query["primary"] != nil ? .primary : query["use"] != nil ? .use : .page)
            return try WireJSON.response(
                Drawing(
                    title: WritingDirection.withoutFormatting(scene.title),
                    html: form.text,
                    body: page.messageBody.text,
                    rules: form.rules.map { [$0.className, $0.declarations] },
                    position: scene.position.description
                )
            )
        }
    }

    @Sendable @concurrent private func open(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        let url = try address(request)
        // The claim of another site about the source of the URL is ignored.
        let asks = request.uri.queryParameters[Substring(PageLink.askParameter)] != nil
        let app = RequestCheck.isFromOwnPage(request.headers) && !asks ? request.uri.queryParameters.get("from") : nil
        if let path = PageLink.ownPage(at: url, from: app.map { AppID($0) }) { return PageResponse.redirect(to: path) }
        // Opening a URL may change something, for example mark a message as read, so after a link on another site the
        // person is asked.
        if asks || RequestCheck.isFromOtherSite(request.headers) {
            try await requireOpener(of: url, viewer)
            let page = PlainPage(
                title: .openThisAddress,
                sentence: asks ? .openedWhileAway : .otherSiteLedHere,
                address: url,
                buttons: [(.open, PageLink.openFromOutside(url)), (.cancel, "/")]
            )
            return PageResponse.make(page, for: viewer)
        }
        let source = try await source(of: request, url: url, viewer: viewer)
        let asker = source == .own || source == .otherApp ? app.map { AppID($0) } : nil
        let opening = request.uri.queryParameters.get("opening").map { OpeningID($0) }
        let asked = OpenURLRequest(url: url, source: source, from: asker, opening: opening, viewer: viewer)
        switch try await host.send(asked) {
        case .scene(let url): return PageResponse.redirect(to: "/app?url=" + PercentCoding.encode(url))
        case .external(let url):
            guard PageLink.isOutside(url) else {
                throw HostError(.invalid, .addressNotOpened)
            }
            if RequestCheck.isFromOwnPage(request.headers) { return PageResponse.redirect(to: url) }
            return PageResponse.make(
                PlainPage(
                    title: .leavingToday,
                    sentence: .outsideOfToday,
                    address: url,
                    buttons: [(.open, url)]
                ),
                for: viewer
            )
        }
    }

    /// Throws `notFound` if nothing opens a URL, before the person is asked about it.
    private func requireOpener(of url: String, _ viewer: Viewer) async throws {
        if PageLink.isOutside(url) { return }
        guard try await !apps(opening: url, viewer).isEmpty else { throw HostError.nothingOpens(url) }
    }

    /// Returns the ids of the apps that open the scheme of a URL.
    private func apps(opening url: String, _ viewer: Viewer) async throws -> [String] {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return try await host.send(ListAppsRequest(language: viewer.language))
            .filter { $0.urlSchemes.contains { $0.lowercased() == scheme } }.map(\.id.rawValue)
    }

    private func address(_ request: Request) throws -> String {
        guard let url = request.uri.queryParameters.get("url"), (1...PageLink.limit).contains(url.utf8.count) else {
            throw HostError(.invalid, .pageAddressInvalid)
        }
        return url
    }

    /// Returns the source of an opening: a card of an app, an app's icon, or something other than a page of Today.
    private func source(of request: Request, url: String, viewer: Viewer) async throws -> OpenSource {
        let isFromOutside = request.uri.queryParameters[Substring(PageLink.outsideParameter)] != nil
        guard RequestCheck.isFromOwnPage(request.headers), !isFromOutside else { return .external }
        guard let from = request.uri.queryParameters.get("from") else { return .icon }
        return try await apps(opening: url, viewer).contains(from) ? .own : .otherApp
    }
}
