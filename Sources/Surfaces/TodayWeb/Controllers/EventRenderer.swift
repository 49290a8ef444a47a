import Foundation
import HostModel
import JSON
import LocalAPI
import ServerSentEvents
import TodayProtocol

/// Renders events as HTML fragments for the script of one page.
///
/// Rendering takes time, so it does not run on the caller's actor.
struct EventRenderer: Sendable {
    /// The extent of the list of notifications on a page.
    enum List: Sendable {
        /// The part that a page contains when it is loaded.
        case newest
        /// The whole list.
        case whole
    }

    /// The content of a page about topics.
    enum Topics {
        /// The list of topics.
        case list
        /// The newest messages of a topic, the message whose picture on another server the person asked to see, and the
        /// action that was just performed.
        case feed(topic: String, picture: Int64?, done: TopicPage.DoneAction?)
    }

    /// The replacement for a part of the page.
    private struct Drawing: Encodable {
        /// Id of the widget; `nil` for other parts.
        var id: String?
        /// Position of a page that shows this content; `nil` if it is the id of the event.
        var position: String?
        var html: String
        var rules: [[String]]

        init(_ page: PageWriter, id: String? = nil, position: ScreenPosition? = nil) {
            self.id = id
            self.position = position?.description
            html = page.text
            rules = page.rules.map { [$0.className, $0.declarations] }
        }
    }

    /// A change of the outbox.
    private struct OutboxPayload: Encodable {
        var count: Int
        var label: String
        /// The list; `nil` for a page that does not show it.
        var html: String?
    }

    let host: any HostAccess
    let viewer: Viewer
    let now: @Sendable () -> Date
    /// Epoch of the host process.
    let epoch: String
    /// Rights of the device.
    let rights: DeviceRights
    /// Widgets that the page shows expanded.
    let expanded: Set<WidgetID>
    /// Extent of the list that the page shows; `nil` on a page without one.
    let list: List?
    /// `true` if the page shows the screen.
    var showsScreen = true
    /// `true` if the page shows the outbox.
    var showsOutbox = false
    /// Topics that the page shows; `nil` on a page without them.
    var topics: Topics?

    /// Renders a change of the screen; `nil` if the page does not show it.
    ///
    /// A page that shows notifications gets only the URLs to open.
    @concurrent
    func render(_ event: ScreenEvent) async throws -> ServerSentEvent? {
        let id = event.position.description
        switch event.change {
        case .screen(let screen):
            if !showsScreen { return nil }
            let summary = try await host.send(GetNotificationSummaryRequest(for: viewer))
            let model = TodayPage.Model(
                screen: screen,
                expanded: expanded,
                rights: rights,
                silentDevices: try await SilenceNotice.devices(of: host, for: rights),
                hostZone: rights == .change ? try await host.send(GetOtherTimeZoneRequest(for: viewer)) : nil,
                context: try await pageContext(at: screen.position, summary: summary)
            )
            let page = TodayPage(model: model)
            try await host.send(ChargeDrawingRequest(page.drawingTimes))
            return try Self.event("screen", id: id, Drawing(page.content(withEditor: true)))
        case .widget(let widget):
            if !showsScreen { return nil }
            let pageContext = try await pageContext(at: event.position)
            let section = WidgetSection(
                widget: widget,
                context: pageContext,
                isExpanded: expanded.contains(widget.id),
                isEditable: rights == .change
            )
            let drawing = try await host.charging(.widget(widget.id)) {
                Drawing(section.page, id: widget.id.rawValue)
            }
            return try Self.event("widget", id: id, drawing)
        case .scene: return try Self.event("scene", id: id, [String: String]())
        case .sceneFailed(let reason):
            return try Self.event("sceneFailed", id: id, ["reason": reason.text(in: viewer.pageLanguage)])
        case .open(let url, let from, let opening):
            return try Self.event("open", id: id, ["href": OpenURLRequest.page(url, from: from, as: opening)])
        }
    }

    /// Renders a change of the notifications.
    ///
    /// The event has no id: the page takes the id of the last event for its position on the screen.
    @concurrent
    func render(_ event: NotificationEvent) async throws -> ServerSentEvent? {
        let images = try await host.send(GetBundleImageIndexRequest())
        let language = viewer.pageLanguage
        var drawing = NotificationEventPayload(event, epoch: epoch, rights: rights, language: language, images: images)
        if let list, event.changesList {
            let state = try await host.send(GetNotificationsRequest(for: viewer))
            let isWhole = list == .whole
            drawing.list = NotificationList(state: state, dates: dates, isWhole: isWhole, images: images).page.text
        }
        return try Self.event("notifications", drawing)
    }

    /// Renders a change of the complications as a list of all of them.
    ///
    /// The event has no id: the page takes the id of the last event for its position on the screen.
    @concurrent
    func render(_ event: ComplicationEvent) async throws -> ServerSentEvent? {
        let state = try await host.send(GetComplicationsRequest(for: viewer))
        let images = try await host.send(GetBundleImageIndexRequest())
        let list = ComplicationsPage.list(state.complications, in: viewer.pageLanguage, images: images)
        let position = ScreenPosition(epoch: epoch, revision: max(state.revision, event.revision))
        return try Self.event("complications", Drawing(list, position: position))
    }

    /// Renders the current outbox.
    @concurrent
    func renderOutbox() async throws -> ServerSentEvent? {
        let outbox = try await host.send(GetOutboxRequest(limit: OutboxPage.limit, language: viewer.language))
        let count = outbox.entries.count
        var payload = OutboxPayload(count: count, label: OutboxPage.label(count).text(in: viewer.pageLanguage))
        if showsOutbox {
            let images = try await host.send(GetBundleImageIndexRequest())
            payload.html = OutboxList(outbox: outbox, dates: dates, images: images).page.text
        }
        return try Self.event("outbox", payload)
    }

    /// Renders the current topics; `nil` on a page without them, and if the person has left the topic.
    @concurrent
    func renderTopics() async throws -> ServerSentEvent? {
        switch topics {
        case nil: return nil
        case .list:
            let topics = try await host.send(GetTopicSubscriptionsRequest()).topics
            return try Self.event("topics", Drawing(TopicList(topics: topics, dates: dates).page))
        case .feed(let topic, let picture, let done):
            let feed: TopicFeed
            do throws(HostError) {
                feed = try await host.send(GetTopicFeedRequest(of: topic, limit: TopicPage.length))
            } catch {
                guard error.code == .notFound else { throw error }
                return nil
            }
            let list = TopicFeedList(feed: feed, picture: picture, done: done, dates: dates)
            return try Self.event("topics", Drawing(list.page))
        }
    }

    private var dates: PageDates { PageDates(now: now(), viewer: viewer) }

    private func pageContext(
        at position: ScreenPosition,
        summary: NotificationSummary = .nothing
    ) async throws -> PageContext {
        PageContext(
            viewer: viewer,
            now: now(),
            summary: summary,
            position: position,
            images: try await host.send(GetBundleImageIndexRequest()),
            appearance: try await host.send(GetAppearanceRequest())
        )
    }

    private static func event(
        _ name: String,
        id: String? = nil,
        _ content: some Encodable
    ) throws -> ServerSentEvent {
        ServerSentEvent(id: id, name: name, data: try JSONValue(encoding: content).jsonText)
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

/// A change of the notifications, for the page's script; parts that did not change are left out.
struct NotificationEventPayload: Encodable {
    /// Badges, questions, failures and the alert.
    struct Summary: Encodable {
        var badge: Int
        var count: Int
        var badges: [AppID: Int]
        var question: String
        var failures: String
        var alert: String
    }

    /// A new or changed notification.
    struct Banner: Encodable {
        var id: DeliveredID
        var html: String
        /// Text for screen readers; `nil` if the notification does not draw attention.
        var spoken: String?
    }

    /// Position of a page that shows this content.
    var position: String
    var beside: Summary?
    var banner: Banner?
    /// Id of a removed notification.
    var gone: DeliveredID?
    /// Ids of all notifications; `nil` if none was added or removed.
    var there: [DeliveredID]?
    /// The list; `nil` for a page that does not show it.
    var list: String?

    /// Renders an event, without the list.
    init(
        _ event: NotificationEvent,
        epoch: String,
        rights: DeviceRights,
        language: PageLanguage,
        images: BundleImageIndex = .empty
    ) {
        func rendered(_ summary: NotificationSummary) -> Summary {
            Summary(
                badge: summary.badgeSum,
                count: summary.count,
                badges: summary.badges,
                question: QuestionCard(summary, for: rights, in: language, images: images).page.text,
                failures: FailureList(failures: summary.failures, language: language).page.text,
                alert: AlertCard(summary, for: rights, in: language, images: images).card.text
            )
        }
        position = ScreenPosition(epoch: epoch, revision: event.revision).description
        switch event.change {
        case .all(let state):
            beside = rendered(state.summary)
            there = state.groups.flatMap(\.notifications).map(\.id)
        case .shown(let shown, let arrives):
            let drawn = NotificationBanner(notification: shown, language: language, images: images, rights: rights)
            // An alert is part of the summary, and is shown in the middle of the page.
            let isSpoken = arrives && shown.alertStyle != .alert
            banner = Banner(id: shown.id, html: drawn.page.text, spoken: isSpoken ? drawn.spoken : nil)
        case .withdrawn(let id): gone = id
        case .summary(let summary): beside = rendered(summary)
        }
    }
}
