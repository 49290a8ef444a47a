import HostStore
import Notifications
import TodayProtocol

/// One notification in the list: opened, it shows all of its text and the actions of the default context.
struct NotificationRow {
    let notification: ShownNotification
    let dates: PageDates
    var isOpen = false

    var page: PageWriter {
        var page = PageWriter()
        page.markup("<li class=\"item\"")
        page.attribute("id", "n-\(notification.id)")
        page.attribute("data-id", notification.id.description)
        page.attribute("data-app", notification.app.rawValue)
        page.attribute("data-name", notification.title)
        page.markup("><details name=\"item\"")
        if isOpen { page.markup(" open") }
        page.markup("><summary><span class=\"said\">")
        NotificationWords(notification: notification, due: notification.due.map(dates.moment)).write(to: &page)
        page.markup("</span><span class=\"when\">")
        dates.writeAgo(notification.date, to: &page)
        page.markup("</span></summary><div class=\"choices\">")
        page.markup("<button type=\"button\" class=\"choice main\"")
        page.attribute("data-answer", NotificationAction.defaultIdentifier)
        page.markup(">Open</button>")
        let choices = NotificationChoices(notification: notification, actions: notification.actions, prefix: "n")
        choices.writeButtons(to: &page)
        page.markup("<button type=\"button\" class=\"choice quiet\" data-dismiss>Dismiss</button>")
        choices.writeFields(to: &page)
        page.markup("</div>")
        page.markup("</details></li>")
        return page
    }
}
