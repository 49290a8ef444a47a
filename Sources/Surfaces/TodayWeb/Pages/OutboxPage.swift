import HostModel
import TodayProtocol

/// The outbox as a page, with the actions that apps have not processed; it works without the script.
struct OutboxPage: Page {
    /// Maximum number of actions on a page; the others follow when these are gone.
    static let limit = 100

    /// Actions, at most ``OutboxPage/limit``.
    var outbox: Outbox
    let context: PageContext

    /// Returns the text of the link to the outbox, for screen readers.
    static func label(_ count: Int) -> LocalizableText {
        count > BadgeText.limit ? .outboxManyChanges(BadgeText.short(count)) : .outboxChanges(count)
    }

    var title: LocalizableText { .outbox }
    var sheets: [PageStyleSheet] { [.scene, .outbox] }

    func write(to page: inout PageWriter) {
        page.writeBar(.outbox)
        page.markup("<main class=\"column outbox\"\(context.placeAndZone) data-outbox=\"\">")
        page.markup("\(OutboxList(outbox: outbox, dates: context.dates, images: context.images).page)</main>")
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
            page.markup("<div class=\"empty\">")
            page.markup("<h2 tabindex=\"-1\">\(.outboxIsEmpty)</h2><p>\(.everythingArrived)</p></div>")
        }
        writeSection(.couldNotBeDone, [.failed], to: &page)
        writeSection(.beingRetried, [.retrying], to: &page)
        writeSection(.pending, [.waiting, .delivered], to: &page)
        page.markup("\(if: outbox.hasMore, "<p class=\"aside\">\(.thereAreMore)</p>")</div>")
        return page
    }

    private func writeSection(_ title: LocalizableText, _ states: Set<PendingAction.State>, to page: inout PageWriter) {
        let entries = outbox.entries.filter { states.contains($0.state) }
        guard !entries.isEmpty else { return }
        page.markup("<h2 class=\"section-title\" tabindex=\"-1\">\(title)</h2>")
        for entry in entries { write(entry, to: &page) }
    }

    private func write(_ entry: OutboxEntry, to page: inout PageWriter) {
        let id = "action-\(entry.number)"
        page.markup("<div class=\"queued\" role=\"group\"\("id", id)\("data-state", entry.state.rawValue)")
        page.markup("\("aria-labelledby", id + ".app")>\(AppIcon(entry.appTitle, of: entry.app, in: images))<div><h3")
        page.markup("\("id", id + ".app")>\(entry.appTitle)</h3><p class=\"when\">\(dates.age(of: entry.enqueued))")
        if let state = state(of: entry) { page.markup(" · \(state)") }
        page.markup("</p>")
        if let error = entry.error { page.markup("<p class=\"reason\">\(error)</p>") }
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
        page.markup("<form method=\"post\"\("action", "/outbox/\(entry.number)/\(name)")>")
        page.markup("<button class=\"choice\(if: name == "discard", " destructive")")
        page.markup("\"\("aria-describedby", "action-\(entry.number).app")>\(title)</button></form>")
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
