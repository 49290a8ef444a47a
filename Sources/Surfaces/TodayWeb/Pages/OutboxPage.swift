import Foundation
import HostModel
import TodayProtocol

/// The outbox as a page, with the actions that apps have not processed; it works without the script.
struct OutboxPage {
    /// Maximum number of actions on a page; the others follow when these are gone.
    static let limit = 100

    /// Content of the page.
    struct Model: Sendable {
        /// Actions, at most ``OutboxPage/limit``.
        var outbox: Outbox
        /// Badges, questions and failures.
        var summary: NotificationSummary
        /// Position after which the page's event stream continues.
        var screen: ScreenPosition
        /// The language and time zone of the person.
        var viewer: Viewer
        /// Current time.
        var now: Date
        /// The images of the installed bundles.
        var images = BundleImageIndex.empty
    }

    let model: Model

    /// Returns the text of the link to the outbox, for screen readers.
    static func label(_ count: Int) -> LocalizableText {
        count > BadgeText.limit ? .outboxManyChanges(BadgeText.short(count)) : .outboxChanges(count)
    }

    /// Returns the whole page as HTML; `nonce` is that of its content security policy.
    func html(nonce: String) -> [UInt8] {
        PageLayout(
            title: LocalizableText.outbox.text(in: model.viewer.pageLanguage),
            nonce: nonce,
            language: model.viewer.pageLanguage,
            sheets: [.scene, .outbox],
            chrome: PageChrome(summary: model.summary, position: model.screen, images: model.images)
        ).wrap { page in
            page.writeBar(.outbox)
            page.markup("<main class=\"column outbox\"")
            page.attribute("data-position", model.screen.description)
            page.attribute("data-zone", model.viewer.zone)
            page.attribute("data-outbox", "")
            page.markup(">")
            let dates = PageDates(now: model.now, viewer: model.viewer)
            page.page(OutboxList(outbox: model.outbox, dates: dates, images: model.images).page)
            page.markup("</main>")
        }
    }
}

/// The part of the outbox page that is replaced when an action is added, tried or removed.
struct OutboxList {
    let outbox: Outbox
    let dates: PageDates
    var images = BundleImageIndex.empty

    var page: PageWriter {
        var page = PageWriter(dates.language)
        page.markup("<div id=\"outbox\">")
        if outbox.entries.isEmpty {
            page.markup("<div class=\"empty\"><h2 tabindex=\"-1\">")
            page.text(.outboxIsEmpty)
            page.markup("</h2><p>")
            page.text(.everythingArrived)
            page.markup("</p></div>")
        }
        writeSection(.couldNotBeDone, [.failed], to: &page)
        writeSection(.beingRetried, [.retrying], to: &page)
        writeSection(.pending, [.waiting, .delivered], to: &page)
        if outbox.hasMore {
            page.markup("<p class=\"aside\">")
            page.text(.thereAreMore)
            page.markup("</p>")
        }
        page.markup("</div>")
        return page
    }

    private func writeSection(_ title: LocalizableText, _ states: Set<PendingAction.State>, to page: inout PageWriter) {
        let entries = outbox.entries.filter { states.contains($0.state) }
        guard !entries.isEmpty else { return }
        page.markup("<h2 class=\"section-title\" tabindex=\"-1\">")
        page.text(title)
        page.markup("</h2>")
        for entry in entries { write(entry, to: &page) }
    }

    private func write(_ entry: OutboxEntry, to page: inout PageWriter) {
        let id = "action-\(entry.number)"
        page.markup("<div class=\"queued\" role=\"group\"")
        page.attribute("id", id)
        page.attribute("data-state", entry.state.rawValue)
        page.attribute("aria-labelledby", id + ".app")
        page.markup(">")
        AppIcon(title: entry.appTitle, id: entry.app.rawValue, image: images.icon(of: entry.app)).write(to: &page)
        page.markup("<div><h3")
        page.attribute("id", id + ".app")
        page.markup(">")
        page.text(entry.appTitle)
        page.markup("</h3><p class=\"when\">")
        dates.writeAgo(entry.enqueued, to: &page)
        if let state = state(of: entry) {
            page.markup(" · ")
            page.text(state)
        }
        page.markup("</p>")
        if let error = entry.error {
            page.markup("<p class=\"reason\">")
            page.text(error)
            page.markup("</p>")
        }
        page.markup("</div>")
        if entry.state != .delivered {
            page.markup("<div class=\"choices\">")
            if entry.state != .waiting { writeForm("retry", .retry, entry, to: &page) }
            writeForm("discard", .discard, entry, to: &page)
            page.markup("</div>")
        }
        page.markup("</div>")
    }

    private func writeForm(_ name: String, _ title: LocalizableText, _ entry: OutboxEntry, to page: inout PageWriter) {
        page.markup("<form method=\"post\"")
        page.attribute("action", "/outbox/\(entry.number)/\(name)")
        page.markup("><button class=\"choice")
        if name == "discard" { page.markup(" destructive") }
        page.markup("\"")
        page.attribute("aria-describedby", "action-\(entry.number).app")
        page.markup(">")
        page.text(title)
        page.markup("</button></form>")
    }

    private func state(of entry: OutboxEntry) -> LocalizableText? {
        let attempts = LocalizableText.attempts(entry.attempts)
        switch entry.state {
        case .waiting: return nil
        case .delivered: return .beingDone
        case .retrying:
            guard let next = entry.nextAttempt else { return attempts }
            return .attemptsAndNext(attempts, moment: dates.moment(next))
        case .failed: return attempts
        }
    }
}
