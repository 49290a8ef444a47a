import Notifications

/// What a notification says.
struct NotificationWords {
    let notification: ShownNotification
    /// When it should have come, in words, if it came late.
    var due: String?

    func write(to page: inout PageWriter) {
        page.markup("<b class=\"title\">")
        page.text(notification.title)
        page.markup("</b>")
        if let due {
            page.markup("<span class=\"late\">Late: was due ")
            page.text(due)
            page.markup("</span>")
        }
        if let subtitle = notification.subtitle, !subtitle.isEmpty {
            page.markup("<span class=\"subtitle\">")
            page.text(subtitle)
            page.markup("</span>")
        }
        if let body = notification.body, !body.isEmpty {
            page.markup("<span class=\"words\">")
            page.text(body)
            page.markup("</span>")
        }
    }
}
