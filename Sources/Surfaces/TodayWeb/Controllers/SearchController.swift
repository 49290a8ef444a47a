import AdaptiveCards
import CardRendering
import Foundation
import HostModel
import Hummingbird
import JSON
import LocalAPI
import Markup
import TodayProtocol

/// Serves the search results of the command palette: apps and what they find, what widgets show, settings, topics,
/// messages and notifications.
struct SearchController: PageController {
    /// Maximum number of results of each kind.
    static let limit = 8
    /// Maximum length of a search text, in characters; the rest is ignored.
    static let textLimit = 200

    /// A search result.
    struct Result: Encodable, Hashable, Sendable {
        enum Kind: String, Encodable, Sendable { case app, entry, message, notification, settings, widget }

        var kind: Kind
        var title: String
        var detail: String?
        /// Path of the result on this surface.
        var href: String
        /// Name of the app of an entry, and of the widget that shows a text.
        var source: String?
        /// Path of the app's icon; `nil` if it has none.
        var icon: String?
    }

    /// The names and icons of the apps.
    private struct Apps {
        let all: [ScreenState.App]
        let images: BundleImageIndex

        func icon(of app: AppID) -> String? { images.icon(of: app).map { PageLink.bundleImage($0) } }
        func app(_ id: AppID) -> ScreenState.App? { all.first { $0.id == id } }
    }

    let source: PageSource

    func addRoutes(to router: some RouterMethods<WebContext>) {
        router.get("search", use: search)
    }

    @Sendable @concurrent private func search(_ request: Request, _ context: WebContext) async throws -> Response {
        let viewer = viewer(of: request)
        let text = String((request.uri.queryParameters.get("q") ?? "").prefix(Self.textLimit))
        let words = text.lowercased().split(separator: " ").map(String.init)
        let screen = try await host.send(GetScreenRequest(for: viewer, opens: false))
        let apps = Apps(all: screen.apps, images: try await host.send(GetBundleImageIndexRequest()))
        var results = screen.apps.compactMap { app -> Result? in
            guard let url = app.url, Self.fits(words, app.title) else { return nil }
            return Result(kind: .app, title: app.title, href: OpenURLRequest.page(url), icon: apps.icon(of: app.id))
        }
        // An empty search would find everything.
        if !words.isEmpty {
            async let found = entries(text, in: apps, for: viewer)
            results += settings(words, in: viewer.pageLanguage, rights: context.rights)
            results += try await topics(words, in: viewer.pageLanguage)
            results += try await messages(text, in: apps)
            results += try await notifications(words, in: apps, for: viewer)
            results += try await found
            // A widget mostly shows what its app finds too.
            let titles = Set(results.map(\.title))
            results += try widgets(words, of: screen, images: apps.images, for: viewer)
                .filter { !titles.contains($0.title) }
        }
        return try WireJSON.response(results)
    }

    /// Returns what the apps find.
    private func entries(_ text: String, in apps: Apps, for viewer: Viewer) async throws -> [Result] {
        try await host.send(SearchAppsRequest(text.trimmingCharacters(in: .whitespaces), for: viewer)).map { found in
            Result(
                kind: .entry,
                title: WritingDirection.withoutFormatting(found.entry.title),
                detail: found.entry.detail.map(WritingDirection.withoutFormatting),
                href: OpenURLRequest.page(found.entry.url),
                source: apps.app(found.app)?.title,
                icon: apps.icon(of: found.app)
            )
        }
    }

    /// Returns the texts on the screen that have the words, each with the widget that shows it.
    private func widgets(
        _ words: [String],
        of screen: ScreenState,
        images: BundleImageIndex,
        for viewer: Viewer
    ) throws -> ArraySlice<Result> {
        let zone = TimeZone(identifier: viewer.zone) ?? .gmt
        let environment = RenderingEnvironment(kind: .widget, languages: [viewer.language], timeZone: zone)
        let renderer = PlainTextRenderer(environment: environment)
        // Those that wait to be set up have no card on the screen.
        return try screen.widgets.filter { $0.setUp == nil }.flatMap { widget in
            guard let card = widget.expanded ?? widget.compact else { return [Result]() }
            let texts = Self.texts(in: try JSONValue(encoding: card)).map { renderer.text(of: $0, in: card) }
            var shown: Set<String> = []
            return texts.filter { Self.fits(words, $0) && shown.insert($0).inserted }.map { text in
                Result(
                    kind: .widget,
                    title: WritingDirection.withoutFormatting(String(text.prefix(Self.textLimit))),
                    href: "/#w-\(widget.id)",
                    source: widget.title,
                    icon: images.icon(of: widget.id).map { PageLink.bundleImage($0) }
                )
            }
        }
        .prefix(Self.limit)
    }

    /// Returns the texts that a card shows, without those of its actions.
    private static func texts(in card: JSONValue) -> [String] {
        switch card {
        case .object(let members):
            if case .string(let type)? = members["type"], type.hasPrefix("Action.") { return [] }
            if members["isVisible"] == false { return [] }
            let own = ["text", "title", "value"].compactMap { key -> String? in
                if case .string(let text)? = members[key] { text } else { nil }
            }
            return own + members.sorted { $0.key < $1.key }.flatMap { texts(in: $0.value) }
        case .array(let elements): return elements.flatMap(texts)
        default: return []
        }
    }

    /// Returns the sections of Settings, of those that the device may see, whose titles have the words.
    private func settings(_ words: [String], in language: PageLanguage, rights: DeviceRights) -> [Result] {
        var sections: [(title: LocalizableText, href: String)] = [
            (.appearance, "/settings#appearance-title"), (.theme, "/settings#theme-title"),
            (.units, "/settings#appearance-title"), (.clock, "/settings#appearance-title"),
            (.devices, "/settings#sessions"), (.about, "/settings#about-title"),
        ]
        if rights == .change {
            sections += [
                (.accentColor, "/settings#accent-title"), (.density, "/settings#density-title"),
                (.notifications, "/settings#settings"), (.alertStyle, "/settings#settings"),
                (.sounds, "/settings#settings"), (.badges, "/settings#settings"),
                (.quietHours, "/settings#quiet-title"), (.passcode, "/settings#passcode-title"),
                (.pairADevice, PairingLinkPage.path), (.cloud, "/settings#cloud"),
                (.location, "/settings#location-title"), (.auditLog, AuditLogPage.path),
            ]
        }
        return sections.compactMap { section in
            let title = section.title.text(in: language)
            return Self.fits(words, title) ? Result(kind: .settings, title: title, href: section.href) : nil
        }
    }

    /// Returns the subscribed topics whose names have the words.
    private func topics(_ words: [String], in language: PageLanguage) async throws -> [Result] {
        let subscriptions = try await host.send(GetTopicSubscriptionsRequest())
        let source = LocalizableText.topics.text(in: language)
        return subscriptions.topics.filter { Self.fits(words, $0.name) }.prefix(Self.limit).map { topic in
            Result(kind: .entry, title: topic.name, href: TopicPage.path(of: topic.name), source: source)
        }
    }

    private func messages(_ text: String, in apps: Apps) async throws -> [Result] {
        let page = try await host.send(ListMessagesRequest(limit: Self.limit, matching: text))
        return page.messages.compactMap { shown in
            guard let url = apps.app(shown.app)?.url else { return nil }
            return Result(
                kind: .message,
                title: WritingDirection.withoutFormatting(shown.message.title),
                detail: shown.message.subtitle.map(WritingDirection.withoutFormatting),
                href: OpenURLRequest.page("\(url)message/\(PercentCoding.encode(shown.message.id.rawValue))"),
                icon: apps.icon(of: shown.app)
            )
        }
    }

    private func notifications(_ words: [String], in apps: Apps, for viewer: Viewer) async throws -> [Result] {
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
                href: "/notifications?answer=\(notification.id)#n-\(notification.id)",
                icon: apps.icon(of: notification.app)
            )
        }
    }

    /// Returns `true` if a text contains each of the words, which are in lower case.
    static func fits(_ words: [String], _ text: String) -> Bool {
        let text = text.lowercased()
        return words.allSatisfy { text.contains($0) }
    }
}
