import HostModel
import TodayProtocol

/// The listed notifications by app, the app with the newest one first.
struct NotificationList {
    /// Maximum size of the rows in the first paint, in bytes, so that a page stays small however many there are.
    static let budget = 15_000
    /// Maximum size of the rows in the list beside the screen, with which it shares the page, in bytes.
    static let budgetBesideScreen = 5_000
    /// Number of rows that a closed stack shows.
    static let stackedRows = 3

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
        if !state.groups.isEmpty {
            page.markup("<p class=\"tools\"><button type=\"button\" class=\"quiet-button\" data-clear>")
            page.markup("<span class=\"cross\">\(.clearAll)</span>")
            page.markup("<span class=\"sure\">\(.clearEverything)</span></button></p>")
        }
        page.markup("<div class=\"groups\">")
        if rows.isEmpty {
            page.markup("<div class=\"empty\">")
            page.markup("<h2 tabindex=\"-1\">\(.noNotifications)</h2><p>\(.whatNotificationsAre)</p>")
            page.writeCommand("today notify Hello")
            page.markup("</div>")
        }
        for group in state.groups { write(group, rows: rows, to: &page) }
        writeHeldBack(to: &page)
        let hidden = state.groups.filter { group in !group.notifications.contains { rows[$0] != nil } }
        if !hidden.isEmpty {
            writeMore(hidden.reduce(0) { $0 + $1.notifications.count }, after: nil, to: &page)
        } else if state.older > 0 {
            page.markup("<p class=\"aside\">\(.olderNotShown(state.older))</p>")
        }
        page.markup("</div></div>")
        return page
    }

    /// Rows to write, up to the limit of bytes: first the three newest of each app, which closed stacks show, then the
    /// others, newest first.
    private var rows: [ShownNotification: PageWriter] {
        let groups = state.groups.map(\.notifications)
        let newest = { (rows: [ShownNotification]) in rows.sorted { $0.date > $1.date } }
        var rows: [ShownNotification: PageWriter] = [:]
        var bytes = 0
        for notification in newest(groups.flatMap { $0.prefix(Self.stackedRows) })
            + newest(groups.flatMap { $0.dropFirst(Self.stackedRows) })
        {
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
        let shown = group.notifications.filter { rows[$0] != nil }
        guard let last = shown.last else { return }
        page.markup("<section class=\"group\"\("id", "g-" + group.app.rawValue)\("data-group", group.app.rawValue)")
        // Beside the screen there may be a widget with the same name as the app.
        page.markup("\("aria-label", .notificationsOf(group.title))><header class=\"widget-head\">")
        page.markup("\(AppIcon(group.title, of: group.app, in: images))<h2 class=\"name\">")
        if group.app == TopicsApp.id {
            page.markup("<a\("href", TopicsPage.path)>\(group.title)</a>")
        } else {
            page.text(group.title)
        }
        page.markup("</h2>")
        writeStackButton(of: group, to: &page)
        page.markup("<button type=\"button\" class=\"clear\" data-clear")
        page.markup("\("aria-label", .clearNotificationsOf(group.title))><span class=\"cross\">\(Symbol.close)")
        page.markup("</span><span class=\"sure\">\(.clear)</span></button></header>")
        page.markup("<ol class=\"items\"\("id", "i-" + group.app.rawValue)>")
        for row in shown { if let row = rows[row] { page.page(row) } }
        page.markup("</ol>")
        let hidden = group.notifications.count - shown.count
        if hidden > 0 { writeMore(hidden, after: last, to: &page) }
        page.markup("</section>")
    }

    /// Writes the button that opens and closes the stack of an app with many notifications.
    ///
    /// Without the script all rows are there.
    private func writeStackButton(of group: NotificationsState.Group, to page: inout PageWriter) {
        let count = group.notifications.count
        guard count > Self.stackedRows else { return }
        let isOpen = isWhole || group.notifications.dropFirst(Self.stackedRows).contains { $0.id == opened?.id }
        // The id tells it from the other button there, so that what the script keeps of one does not stay for the other.
        page.markup("<button type=\"button\" class=\"stack\"\("id", "s-" + group.app.rawValue)")
        page.markup(" aria-expanded=\"\(isOpen ? "true" : "false")\"")
        page.markup("\("aria-controls", "i-" + group.app.rawValue)")
        page.markup("\("aria-label", .countOfNotifications(count, name: group.title))>")
        page.markup("\(BadgeText.short(count))</button>")
    }

    /// Writes the number of notifications from apps that are not allowed to notify, with a link to Settings.
    private func writeHeldBack(to page: inout PageWriter) {
        for heldBack in state.heldBack {
            page.markup("<p class=\"aside\"><a")
            page.attribute("href", "/settings#p-" + heldBack.app.rawValue)
            page.markup(">")
            page.text(
                heldBack.isKept
                    ? .heldBack(heldBack.count, name: heldBack.title) : .notShown(heldBack.count, name: heldBack.title)
            )
            page.markup("</a></p>")
        }
    }

    /// Writes the link to the page with all rows, which opens where this list or group ended.
    private func writeMore(_ hidden: Int, after last: ShownNotification?, to page: inout PageWriter) {
        page.markup("<p class=\"foot\">")
        page.markup("<a class=\"pill\"\("href", "/notifications?all=1" + (last.map { "#n-\($0.id)" } ?? ""))")
        page.markup(">\(.showMoreOf(hidden))</a></p>")
    }
}

/// One notification in the list, with its first actions; expanded, it shows all of its text and actions.
///
/// Pages have many, so it repeats nothing: the group names the app, and buttons outside of forms need no type.
struct NotificationRow {
    let notification: ShownNotification
    let dates: PageDates
    var isOpen = false

    /// Number of actions that show before the row is expanded.
    private static let firstActions = 3

    var page: PageWriter {
        var page = PageWriter(dates.language)
        page.markup("<li class=\"item\"\("id", "n-\(notification.id)")\("data-id", notification.id.description)>")
        page.markup("<details name=\"item\"\(if: isOpen, " open")><summary><span class=\"said\">")
        let due = notification.due.map(dates.moment)
        NotificationTextSection(notification: notification, due: due, marksActions: true).write(to: &page)
        page.markup("</span><span class=\"when\">\(dates.age(of: notification.date))</span></summary></details>")
        page.markup("<div class=\"choices\(if: notification.actions.isEmpty, " further")\">")
        let choices = NotificationActionButtons(
            notification: notification,
            actions: notification.actions,
            prefix: "n",
            first: Self.firstActions
        )
        choices.writeButtons(to: &page)
        if notification.isOpenable {
            page.markup("<button class=\"choice main further\"")
            page.markup("\("data-answer", NotificationAction.defaultIdentifier)>\(.open)</button>")
        }
        page.markup("<button class=\"choice quiet further\" data-dismiss>\(.dismiss)</button>")
        page.markup("<a class=\"choice quiet further\"\("href", TracePage.path(of: notification.id))>\(.delivery)</a>")
        choices.writeFields(to: &page)
        page.markup("</div></li>")
        return page
    }
}
