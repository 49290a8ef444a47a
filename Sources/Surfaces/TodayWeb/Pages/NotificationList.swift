import HostModel
import TodayProtocol

/// The listed notifications by app, the app with the newest one first.
struct NotificationList {
    /// Maximum size of the rows in the first paint, in bytes, so that a page stays small however many there are.
    static let budget = 16_800
    /// Maximum size of the rows in the list beside the screen, with which it shares the page, in bytes.
    static let budgetBesideScreen = 5_000

    let state: NotificationsState
    let dates: PageDates
    /// `true` to write all rows; `false` to write only the newest ones that fit into the budget.
    var isWhole = false
    /// Notification that is shown expanded.
    var opened: ShownNotification?
    var images = BundleImageIndex.empty
    /// Maximum size of the rows, in bytes.
    var budget = Self.budget

    var page: PageWriter {
        let rows = rows
        var page = PageWriter(dates.language)
        page.markup("<div id=\"list\">")
        if rows.isEmpty {
            page.markup("<div class=\"empty\">")
            page.markup("<h2 tabindex=\"-1\">\(.noNotifications)</h2><p>\(.whatNotificationsAre)</p>")
            page.writeCommand("today notify Hello")
            page.markup("</div>")
        }
        for group in state.groups { write(group, rows: rows, to: &page) }
        let last = state.groups.flatMap(\.notifications).last { rows[$0] != nil }
        writeHeldBack(to: &page)
        writeFoot(hidden: state.groups.reduce(0) { $0 + $1.notifications.count } - rows.count, after: last, to: &page)
        page.markup("</div>")
        return page
    }

    /// Rows to write: the newest ones of all apps.
    private var rows: [ShownNotification: PageWriter] {
        var rows: [ShownNotification: PageWriter] = [:]
        var bytes = 0
        for notification in state.groups.flatMap(\.notifications).sorted(by: { $0.date > $1.date }) {
            let row = NotificationRow(
                notification: notification,
                dates: dates,
                isOpen: notification.id == opened?.id
            ).page
            bytes += row.bytes.count
            guard isWhole || bytes <= budget || rows.isEmpty else { break }
            rows[notification] = row
        }
        return rows
    }

    private func write(
        _ group: NotificationsState.Group,
        rows: [ShownNotification: PageWriter],
        to page: inout PageWriter
    ) {
        let shown = group.notifications.compactMap { rows[$0] }
        guard !shown.isEmpty else { return }
        page.markup("<section class=\"group\"\("id", "g-" + group.app.rawValue)\("data-group", group.app.rawValue)")
        // Beside the screen there may be a widget with the same name as the app.
        page.markup("\("aria-label", .notificationsOf(group.title))><header class=\"widget-head\">")
        page.markup("\(AppIcon(group.title, of: group.app, in: images))<h2 class=\"name\">")
        if group.app == TopicsApp.id {
            page.markup("<a\("href", TopicsPage.path)>\(group.title)</a>")
        } else {
            page.text(group.title)
        }
        page.markup("</h2><button type=\"button\" class=\"clear\" data-clear")
        page.markup("\("aria-label", .clearNotificationsOf(group.title))><span class=\"cross\">\(Symbol.close)")
        page.markup("</span><span class=\"sure\">\(.clear)</span></button></header><ol class=\"items\">")
        for row in shown { page.page(row) }
        page.markup("</ol></section>")
    }

    /// Writes the number of notifications from apps that are not allowed to notify, with a link to Settings.
    private func writeHeldBack(to page: inout PageWriter) {
        for heldBack in state.heldBack {
            page.markup("<p class=\"aside\"><a")
            page.attribute("href", "/settings")
            page.markup(">")
            page.text(
                heldBack.isKept
                    ? .heldBack(heldBack.count, name: heldBack.title) : .notShown(heldBack.count, name: heldBack.title)
            )
            page.markup("</a></p>")
        }
    }

    private func writeFoot(hidden: Int, after last: ShownNotification?, to page: inout PageWriter) {
        if hidden > 0 {
            page.markup("<p class=\"foot\">")
            page.markup("<a class=\"pill\"\("href", "/notifications?all=1" + (last.map { "#n-\($0.id)" } ?? ""))")
            page.markup(">\(.showMoreOf(hidden))</a></p>")
        } else if state.older > 0 {
            page.markup("<p class=\"aside\">\(.olderNotShown(state.older))</p>")
        }
        if !state.groups.isEmpty {
            page.markup("<p class=\"foot\"><button type=\"button\" class=\"pill\" data-clear><span class=\"cross\">")
            page.markup("\(.clearAll)</span><span class=\"sure\">\(.clearEverything)</span></button></p>")
        }
    }
}

/// One notification in the list; expanded, it shows all of its text and the actions of the default context.
///
/// Pages have many, so it repeats nothing: the group names the app, and buttons outside of forms need no type.
struct NotificationRow {
    let notification: ShownNotification
    let dates: PageDates
    var isOpen = false

    var page: PageWriter {
        var page = PageWriter(dates.language)
        page.markup("<li class=\"item\"\("id", "n-\(notification.id)")\("data-id", notification.id.description)>")
        page.markup("<details name=\"item\"\(if: isOpen, " open")><summary><span class=\"said\">")
        NotificationTextSection(notification: notification, due: notification.due.map(dates.moment)).write(to: &page)
        page.markup("</span><span class=\"when\">\(dates.age(of: notification.date))</span></summary>")
        page.markup("<div class=\"choices\">")
        if notification.isOpenable {
            page.markup("<button class=\"choice main\"")
            page.markup("\("data-answer", NotificationAction.defaultIdentifier)>\(.open)</button>")
        }
        let choices = NotificationActionButtons(notification: notification, actions: notification.actions, prefix: "n")
        choices.writeButtons(to: &page)
        page.markup("<button class=\"choice quiet\" data-dismiss>\(.dismiss)</button>")
        page.markup("<a class=\"choice quiet\"\("href", TracePage.path(of: notification.id))>\(.delivery)</a>")
        choices.writeFields(to: &page)
        page.markup("</div></details></li>")
        return page
    }
}
