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
        /// The newest messages of a topic, and the message whose picture on another server the person asked to see.
        case feed(topic: String, picture: Int64?)
    }

    /// The replacement for a widget, or for the whole screen.
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

    /// The replacement for the complications.
    private struct ComplicationsPayload: Encodable {
        /// Position of a page that shows this content.
        var position: String
        var html: String
        var rules: [[String]]
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
        let images = try await host.send(GetBundleImageIndexRequest())
        let (name, body): (String, JSONValue)
        switch event.change {
        case .screen(let screen):
            if !showsScreen { return nil }
            let summary = try await host.send(GetNotificationSummaryRequest(for: viewer))
            let silent = try await SilenceNotice.devices(of: host, for: rights)
            let page = TodayPage(model: model(screen, summary, images, silent))
            try await host.send(ChargeDrawingRequest(page.drawingTimes))
            (name, body) = ("screen", try JSONValue(encoding: Drawing(page.content(withEditor: true))))
        case .widget(let widget):
            if !showsScreen { return nil }
            name = "widget"
            body = try await host.charging(.widget(widget.id)) {
                let section = TodayPage.section(widget, model(.empty, .nothing, images))
                return try JSONValue(encoding: Drawing(section, id: widget.id.rawValue))
            }
        case .scene: (name, body) = ("scene", [:])
        case .sceneFailed(let reason):
            let text = reason.text(in: viewer.pageLanguage)
            (name, body) = ("sceneFailed", ["reason": .string(text)])
        case .open(let url, let from, let opening):
            let address = Address(href: OpenURLRequest.page(url, from: from, as: opening))
            (name, body) = ("open", try JSONValue(encoding: address))
        }
        return ServerSentEvent(id: event.position.description, name: name, data: body.jsonText)
    }

    /// Renders a change of the notifications.
    ///
    /// The event has no id: the page takes the id of the last event for its position on the screen.
    @concurrent
    func render(_ event: NotificationEvent) async throws -> ServerSentEvent? {
        let images = try await host.send(GetBundleImageIndexRequest())
        var drawing = NotificationEventPayload(
            event,
            epoch: epoch,
            rights: rights,
            language: viewer.pageLanguage,
            images: images
        )
        if let list, event.changesList {
            let state = try await host.send(GetNotificationsRequest(for: viewer))
            let dates = PageDates(now: now(), viewer: viewer)
            let isWhole = list == .whole
            drawing.list = NotificationList(state: state, dates: dates, isWhole: isWhole, images: images).page.text
        }
        return ServerSentEvent(name: "notifications", data: try JSONValue(encoding: drawing).jsonText)
    }

    /// Renders a change of the complications as a list of all of them.
    ///
    /// The event has no id: the page takes the id of the last event for its position on the screen.
    @concurrent
    func render(_ event: ComplicationEvent) async throws -> ServerSentEvent? {
        let state = try await host.send(GetComplicationsRequest(for: viewer))
        let images = try await host.send(GetBundleImageIndexRequest())
        let drawing = Drawing(ComplicationsPage.list(state.complications, in: viewer.pageLanguage, images: images))
        let payload = ComplicationsPayload(
            position: ScreenPosition(epoch: epoch, revision: max(state.revision, event.revision)).description,
            html: drawing.html,
            rules: drawing.rules
        )
        return ServerSentEvent(name: "complications", data: try JSONValue(encoding: payload).jsonText)
    }

    /// Renders the current outbox.
    @concurrent
    func renderOutbox() async throws -> ServerSentEvent? {
        let outbox = try await host.send(GetOutboxRequest(limit: OutboxPage.limit, language: viewer.language))
        var payload = OutboxPayload(
            count: outbox.entries.count,
            label: OutboxPage.label(outbox.entries.count).text(in: viewer.pageLanguage)
        )
        if showsOutbox {
            let images = try await host.send(GetBundleImageIndexRequest())
            let dates = PageDates(now: now(), viewer: viewer)
            payload.html = OutboxList(outbox: outbox, dates: dates, images: images).page.text
        }
        return ServerSentEvent(name: "outbox", data: try JSONValue(encoding: payload).jsonText)
    }

    /// Renders the current topics; `nil` on a page without them, and if the person has left the topic.
    @concurrent
    func renderTopics() async throws -> ServerSentEvent? {
        let dates = PageDates(now: now(), viewer: viewer)
        let drawing: Drawing
        switch topics {
        case nil: return nil
        case .list:
            let topics = try await host.send(GetTopicSubscriptionsRequest()).topics
            drawing = Drawing(TopicList(topics: topics, dates: dates).page)
        case .feed(let topic, let picture):
            let feed: TopicFeed
            do throws(HostError) {
                feed = try await host.send(GetTopicFeedRequest(of: topic, limit: TopicPage.length))
            } catch {
                guard error.code == .notFound else { throw error }
                return nil
            }
            drawing = Drawing(TopicFeedList(feed: feed, picture: picture, dates: dates).page)
        }
        return ServerSentEvent(name: "topics", data: try JSONValue(encoding: drawing).jsonText)
    }

    private func model(
        _ screen: ScreenState,
        _ summary: NotificationSummary,
        _ images: BundleImageIndex,
        _ silentDevices: [Device] = []
    ) -> TodayPage.Model {
        TodayPage.Model(
            screen: screen,
            summary: summary,
            viewer: viewer,
            now: now(),
            expanded: expanded,
            images: images,
            rights: rights,
            silentDevices: silentDevices
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

        init(
            _ summary: NotificationSummary,
            for rights: DeviceRights,
            _ language: PageLanguage,
            images: BundleImageIndex
        ) {
            badge = summary.badgeSum
            count = summary.count
            badges = summary.badges
            question = QuestionCard(summary, for: rights, in: language).page.text
            failures = FailureList(failures: summary.failures, language: language).page.text
            alert = AlertCard(summary, for: rights, in: language, images: images).card.text
        }
    }

    /// A new or changed notification.
    struct Banner: Encodable {
        var id: DeliveredID
        var html: String
        /// Text for screen readers; `nil` if the notification does not draw attention.
        var spoken: String?

        init(
            _ notification: ShownNotification,
            arrives: Bool,
            for rights: DeviceRights,
            _ language: PageLanguage,
            images: BundleImageIndex
        ) {
            let banner = NotificationBanner(
                notification: notification,
                language: language,
                images: images,
                rights: rights
            )
            id = notification.id
            html = banner.page.text
            // An alert is part of the summary, and is shown in the middle of the page.
            spoken = arrives && notification.alertStyle != .alert ? banner.spoken : nil
        }
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
        position = ScreenPosition(epoch: epoch, revision: event.revision).description
        switch event.change {
        case .all(let state):
            beside = Summary(state.summary, for: rights, language, images: images)
            there = state.groups.flatMap(\.notifications).map(\.id)
        case .shown(let notification, let arrives):
            banner = Banner(notification, arrives: arrives, for: rights, language, images: images)
        case .withdrawn(let id): gone = id
        case .summary(let summary): beside = Summary(summary, for: rights, language, images: images)
        }
    }
}
