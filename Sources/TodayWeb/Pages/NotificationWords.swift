import CardRendering
import Notifications

/// What a notification says.
struct NotificationWords {
    let notification: ShownNotification
    /// When it should have come, in words, if it came late.
    var due: String?

    func write(to page: inout PageWriter) {
        page.markup("<b class=\"title\"")
        write(notification.title, to: &page)
        page.markup("</b>")
        if let due {
            page.markup("<span class=\"late\">Late: was due ")
            page.text(due)
            page.markup("</span>")
        }
        if let subtitle = notification.subtitle, !subtitle.isEmpty {
            page.markup("<span class=\"subtitle\"")
            write(subtitle, to: &page)
            page.markup("</span>")
        }
        if let body = notification.body, !body.isEmpty {
            page.markup("<span class=\"words\"")
            write(body, to: &page)
            page.markup("</span>")
        }
    }

    /// Ends a tag and writes a text, whose own letters say in which direction it is read.
    private func write(_ text: String, to page: inout PageWriter) {
        page.markup(WritingDirection.mayBeRightToLeft(text) ? " dir=\"auto\">" : ">")
        page.text(text)
    }
}
