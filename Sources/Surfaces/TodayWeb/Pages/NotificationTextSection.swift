import HostModel
import Markup
import TodayProtocol

/// The texts of a notification: title, subtitle and body.
struct NotificationTextSection {
    let notification: ShownNotification
    /// Time at which a late notification was due, in words; `nil` if it was on time.
    var due: String?

    /// `true` to mark a notification that has actions.
    var marksActions = false

    func write(to page: inout PageWriter) {
        page.markup("<b class=\"title\(if: marksActions && !notification.actions.isEmpty, " asks")\"")
        write(notification.title, to: &page)
        page.markup("</b>")
        if let due { page.markup("<span class=\"late\">\(.late(due))</span>") }
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

    /// Ends a tag and writes a text, with `dir="auto"` if it may be right-to-left.
    private func write(_ text: String, to page: inout PageWriter) {
        page.markup("\(markup: WritingDirection.mayBeRightToLeft(text) ? " dir=\"auto\">" : ">")\(text)")
    }
}

/// The buttons of a notification's actions, and the fields of those that take text.
struct NotificationActionButtons {
    let notification: ShownNotification
    let actions: [ShownAction]
    /// Prefix of element ids, which makes them unique on the page.
    let prefix: String
    /// Number of actions that show before the notification is opened; `nil` for all.
    var first: Int?

    /// Writes a button for each action.
    func writeButtons(to page: inout PageWriter) {
        for (index, action) in actions.enumerated() {
            page.markup("<button class=\"choice\(if: action.isDestructive, " destructive")")
            page.markup("\(if: index >= first ?? actions.count, " further")\"")
            if action.textInput == nil {
                page.attribute("data-answer", action.identifier)
            } else {
                page.markup(" aria-expanded=\"false\"")
                page.markup("\("aria-controls", field(at: index))\("data-write", action.identifier)")
            }
            page.markup(">\(action.title)</button>")
        }
    }

    /// Writes the fields, which are hidden until their buttons show them.
    func writeFields(to page: inout PageWriter) {
        for (index, action) in actions.enumerated() { writeField(of: action, at: index, to: &page) }
    }

    private func writeField(of action: ShownAction, at index: Int, to page: inout PageWriter) {
        guard let input = action.textInput else { return }
        page.markup("<form class=\"reply\" hidden autocomplete=\"off\"\("id", field(at: index))>")
        page.markup("<input class=\"field\" name=\"text\" required maxlength=\"4096\" enterkeyhint=\"send\"")
        page.markup("\("aria-label", action.title)\("placeholder", input.placeholder ?? "")>")
        page.markup("<button class=\"choice main\"\("data-answer", action.identifier)>\(input.buttonTitle)</button>")
        page.markup("</form>")
    }

    private func field(at index: Int) -> String { "\(prefix)\(notification.id)-\(index)" }
}
