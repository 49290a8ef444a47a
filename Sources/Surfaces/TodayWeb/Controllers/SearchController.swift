import HostModel
import Hummingbird
import LocalAPI
import Markup
import TodayProtocol

/// Serves the search results of the command palette: apps, messages and notifications.
struct SearchController: PageController {
    /// Maximum number of results of each kind.
    static let limit = 8
    /// Maximum length of a search text, in characters; the rest is ignored.
    static let textLimit = 200

    /// A search result.
    struct Result: Encodable, Hashable, Sendable {
        enum Kind: String, Encodable, Sendable { case app, message, notification }

        var kind: Kind
        var title: String
        var detail: String?
        /// Path of the result on this surface.
        var href: String
    }

    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("search", use: search)
    }

    @Sendable @concurrent private func search(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        let text = String((request.uri.queryParameters.get("q") ?? "").prefix(Self.textLimit))
        let words = text.lowercased().split(separator: " ").map(String.init)
        let apps = try await host.send(GetScreenRequest(for: viewer, opens: false)).apps
        var results = apps.compactMap { app -> Result? in
            guard let url = app.url, Self.fits(words, app.title) else { return nil }
            return Result(kind: .app, title: app.title, href: OpenURLRequest.page(url))
        }
        // An empty search would find everything.
        if !words.isEmpty {
            results += try await messages(text, in: apps)
            results += try await notifications(words, for: viewer)
        }
        return try WireJSON.response(results)
    }

    private func messages(_ text: String, in apps: [ScreenState.App]) async throws -> [Result] {
        let page = try await host.send(ListMessagesRequest(limit: Self.limit, matching: text))
        return page.messages.compactMap { shown in
            guard let url = apps.first(where: { $0.id == shown.app })?.url else { return nil }
            return Result(
                kind: .message,
                title: WritingDirection.withoutFormatting(shown.message.title),
                detail: shown.message.subtitle.map(WritingDirection.withoutFormatting),
                href: OpenURLRequest.page("\(url)message/\(PercentCoding.encode(shown.message.id.rawValue))")
            )
        }
    }

    private func notifications(_ words: [String], for viewer: Viewer) async throws -> [Result] {
        let state = try await host.send(GetNotificationsRequest(for: viewer))
        let fitting = state.groups.flatMap(\.notifications).filter { notification in
            let texts = [notification.title, notification.subtitle, notification.body, notification.appTitle]
            return Self.fits(words, texts.compactMap(\.self).joined(separator: " "))
        }
        return fitting.prefix(Self.limit).map { notification in
            Result(
                kind: .notification,
                title: WritingDirection.withoutFormatting(notification.title),
                detail: notification.body.map(WritingDirection.withoutFormatting),
                href: "/notifications?answer=\(notification.id)#n-\(notification.id)"
            )
        }
    }

    /// Returns `true` if a text contains each of the words, which are in lower case.
    static func fits(_ words: [String], _ text: String) -> Bool {
        let text = text.lowercased()
        return words.allSatisfy { text.contains($0) }
    }
}
